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
  const sorted = sample.toSorted((a, b) => a.value - b.value)
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

/** One weighted quantile; see weightedQuantiles. */
export function weightedQuantile(sample: readonly Weighted[], share: number): number {
  return weightedQuantiles(sample, [share])[0] ?? Number.NaN
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

/** The totals of one block, for example [sum of scores, sum of baseline scores] of a week. */
export type BlockTotals = readonly number[]

/** Share of resamples inside an interval. */
const intervalLevel = 0.9

/**
 * 90 % confidence interval of a statistic of summed totals, such as a ratio of two sums. The same input gives the same
 * interval. Observations come in dependent blocks: payments of one week rise and fall together, so whole weeks are
 * resampled, never single payments.
 * Source: block bootstrap, Künsch, Annals of Statistics 17 (1989), with given blocks instead of equally long ones;
 * percentile intervals, Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.
 *
 * @param blocks totals of each block, all of one length
 * @param statistic of the totals of all blocks
 * @returns undefined with fewer than two blocks
 */
export function bootstrapInterval(
  blocks: readonly BlockTotals[],
  statistic: (totals: BlockTotals) => number,
  resamples = 1000
): { low: number; high: number } | undefined {
  if (blocks.length < 2) return undefined
  const sample = resampledTotals(blocks, resamples).map((totals) => ({
    value: statistic(totals),
    weight: 1
  }))
  const [low = Number.NaN, high = Number.NaN] = weightedQuantiles(sample, [
    (1 - intervalLevel) / 2,
    (1 + intervalLevel) / 2
  ])
  return { low, high }
}

function resampledTotals(blocks: readonly BlockTotals[], resamples: number): number[][] {
  const random = randomNumbers(1)
  return Array.from({ length: resamples }, () =>
    sumOf(blocks.map(() => blocks[Math.floor(random() * blocks.length)] ?? []))
  )
}

function sumOf(blocks: readonly BlockTotals[]): number[] {
  const totals = new Array<number>(blocks[0]?.length ?? 0).fill(0)
  for (const block of blocks) {
    for (let i = 0; i < totals.length; i += 1) totals[i] = (totals[i] ?? 0) + (block[i] ?? 0)
  }
  return totals
}
