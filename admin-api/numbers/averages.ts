/** Sum over count. @throws RangeError for an empty list. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('mean needs at least one value, got none')
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The middle value, of an even count the mean of the middle two. @throws RangeError for an empty list. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('median needs at least one value, got none')
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (lower + upper) / 2
}

/**
 * Exponentially weighted moving average after the newest value, oldest value first:
 * s = alpha * x + (1 - alpha) * s, starting from the oldest value.
 * Source: Brown, Statistical Forecasting for Inventory Control (1959).
 * @throws RangeError unless 0 < alpha <= 1 and there is a value.
 */
export function ewma(values: readonly number[], alpha: number): number {
  if (!(alpha > 0 && alpha <= 1)) throw new RangeError(`ewma needs 0 < alpha <= 1, got ${alpha}`)
  const [first, ...rest] = values
  if (first === undefined) throw new RangeError('ewma needs at least one value, got none')
  return rest.reduce((smooth, value) => alpha * value + (1 - alpha) * smooth, first)
}

/** The most frequent value; of equally frequent ones the one seen last. Undefined for an empty list. */
export function mode<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>()
  let best: T | undefined
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1)
    if (best === undefined || (counts.get(value) ?? 0) >= (counts.get(best) ?? 0)) best = value
  }
  return best
}

/** `value` held between `low` and `high`. */
export function clip(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
