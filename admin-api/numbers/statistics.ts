/** Arithmetic mean. @throws RangeError for an empty list. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('mean needs at least one value, got none')
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Middle value, or the mean of the middle two for an even count. @throws RangeError for an empty list. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('median needs at least one value, got none')
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (lower + upper) / 2
}

/**
 * Exponentially weighted moving average s = alpha x + (1 - alpha) s, starting at the oldest value.
 * Source: Brown, Statistical Forecasting for Inventory Control (1959).
 *
 * @param values oldest first
 * @throws RangeError unless 0 < alpha <= 1 and there is a value
 */
export function ewma(values: readonly number[], alpha: number): number {
  if (!(alpha > 0 && alpha <= 1)) throw new RangeError(`ewma needs 0 < alpha <= 1, got ${alpha}`)
  const [first, ...rest] = values
  if (first === undefined) throw new RangeError('ewma needs at least one value, got none')
  return rest.reduce((smooth, value) => alpha * value + (1 - alpha) * smooth, first)
}

/** Most frequent value; on a tie the one that occurs last. Undefined for an empty list. */
export function mode<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>()
  let best: T | undefined
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1)
    if (best === undefined || (counts.get(value) ?? 0) >= (counts.get(best) ?? 0)) best = value
  }
  return best
}

/** Limits `value` to `low`..`high`. */
export function clip(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/** A value and its weight, in any positive unit. */
export type Weighted = { value: number; weight: number }

/**
 * Weighted quantiles: the values below which the given shares of the total weight lie. Each value is placed at the
 * middle of its own weight and neighbors are interpolated linearly, so equal weights give Hazen's plotting position
 * (Hyndman and Fan, The American Statistician 50, 1996, type 5). Shares beyond the outermost places return the
 * outermost value.
 *
 * @param shares each 0 to 1
 * @throws RangeError for an empty sample, a weight that is not above 0, or a share outside 0 to 1
 */
export function weightedQuantiles(sample: readonly Weighted[], shares: readonly number[]): number[] {
  return quantilesOfSorted(sample.toSorted(byValue), shares)
}

/** One weighted quantile; see weightedQuantiles. */
export function weightedQuantile(sample: readonly Weighted[], share: number): number {
  return weightedQuantiles(sample, [share])[0] ?? Number.NaN
}

/** Comparator for the ascending order that quantilesOfSorted requires. */
export function byValue(a: Weighted, b: Weighted): number {
  return a.value - b.value
}

/** weightedQuantiles for a sample that is already sorted by value. */
export function quantilesOfSorted(sorted: readonly Weighted[], shares: readonly number[]): number[] {
  if (sorted.length === 0) throw new RangeError('weightedQuantiles needs at least one value, got none')
  const middles = new Float64Array(sorted.length)
  let total = 0
  sorted.forEach(({ weight }, i) => {
    if (!(weight > 0)) throw new RangeError(`weightedQuantiles needs weights above 0, got ${weight}`)
    total += weight
    middles[i] = total - weight / 2
  })
  if (!Number.isFinite(total))
    throw new RangeError(`weightedQuantiles needs finite weights, got a total of ${total}`)
  return shares.map((share) => {
    if (!(share >= 0 && share <= 1))
      throw new RangeError(`weightedQuantiles needs 0 <= share <= 1, got ${share}`)
    const target = share * total
    const found = middles.findIndex((middle) => middle >= target)
    const above = found < 0 ? sorted.length - 1 : found
    const [lower, upper] = [sorted[above - 1]?.value, sorted[above]?.value ?? Number.NaN]
    if (found < 0 || lower === undefined) return upper
    const [start = 0, end = 0] = [middles[above - 1], middles[above]]
    return lower + ((target - start) / (end - start)) * (upper - lower)
  })
}

/** Pseudorandom numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed. Source: mulberry32 (Ettinger 2017). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
