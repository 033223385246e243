/** A value and how much it counts (any positive unit). */
export type Weighted = { value: number; weight: number }

/**
 * The values below which the given shares of the weight lie. Each value sits at the middle of its own weight
 * and neighbours are joined by straight lines, so with equal weights this is Hazen's plotting position (Hyndman
 * and Fan, The American Statistician 50, 1996, type 5). Beyond the outermost middles the outermost value counts.
 *
 * @param shares each 0 to 1
 * @throws RangeError for an empty sample, a weight that is not above 0, or a share outside 0 to 1
 */
export function weightedQuantiles(sample: readonly Weighted[], shares: readonly number[]): number[] {
  if (sample.length === 0) throw new RangeError('weightedQuantiles needs at least one value, got none')
  const sorted = [...sample].sort((a, b) => a.value - b.value)
  let total = 0
  const middles = sorted.map(({ weight }) => {
    if (!(weight > 0)) throw new RangeError(`weightedQuantiles needs weights above 0, got ${weight}`)
    total += weight
    return total - weight / 2
  })
  return shares.map((share) => {
    if (!(share >= 0 && share <= 1))
      throw new RangeError(`weightedQuantiles needs 0 <= share <= 1, got ${share}`)
    const target = share * total
    const above = middles.findIndex((middle) => middle >= target)
    const upper = sorted.at(above)
    const lower = sorted[above - 1]
    if (!upper) throw new RangeError(`weightedQuantiles needs finite weights, got a total of ${total}`)
    if (above <= 0 || !lower) return upper.value
    const [start = 0, end = 0] = [middles[above - 1], middles[above]]
    return lower.value + ((target - start) / (end - start)) * (upper.value - lower.value)
  })
}

/** One such value; see weightedQuantiles. */
export function weightedQuantile(sample: readonly Weighted[], share: number): number {
  return weightedQuantiles(sample, [share])[0] ?? Number.NaN
}
