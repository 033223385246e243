/**
 * ln(actual / estimate), held between ln(1/20) and ln(20) so that a payment of zero, which has no logarithm,
 * counts as a very small one.
 * @throws RangeError unless estimate > 0 and actual >= 0
 */
export function logRatio(actual: number, estimate: number): number {
  if (!(estimate > 0)) throw new RangeError(`logRatio needs an estimate above 0, got ${estimate}`)
  if (!(actual >= 0)) throw new RangeError(`logRatio needs an actual of 0 or more, got ${actual}`)
  const limit = Math.log(20)
  return Math.max(-limit, Math.min(limit, Math.log(actual / estimate)))
}
