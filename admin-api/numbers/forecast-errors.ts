/** Cap on a single error, so that one outlier does not decide the mean. */
const largestErrorPercent = 300
/** Maximum error of a close estimate, in percent of the payment. An error of 10 % may be stored as 10.000000000000009. */
const closePercent = 10 + 1e-9

/**
 * Signed error 100 x (estimate - actual) / actual, limited to -300..300. For an actual of zero 300, or 0 if the estimate
 * is zero too.
 * @throws RangeError unless both are 0 or more
 */
export function errorPercent(estimate: number, actual: number): number {
  if (!(estimate >= 0 && actual >= 0)) {
    throw new RangeError(`errorPercent needs amounts of 0 or more, got ${estimate} and ${actual}`)
  }
  if (actual === 0) return estimate === 0 ? 0 : largestErrorPercent
  return Math.min(largestErrorPercent, (100 * (estimate - actual)) / actual)
}

/** Whether an estimate with this error is within 10 % of the payment, bounds included. */
export function isClose(error: number): boolean {
  return Math.abs(error) <= closePercent
}
