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
  return quantilesOfSorted(sample.toSorted(byValue), shares)
}

/** The order that quantilesOfSorted needs. */
export function byValue(a: Weighted, b: Weighted): number {
  return a.value - b.value
}

/** As weightedQuantiles, of a sample whose values ascend. */
export function quantilesOfSorted(sorted: readonly Weighted[], shares: readonly number[]): number[] {
  if (sorted.length === 0) throw new RangeError('weightedQuantiles needs at least one value, got none')
  const middles = new Float64Array(sorted.length)
  let total = 0
  let place = 0
  for (const { weight } of sorted) {
    if (!(weight > 0)) throw new RangeError(`weightedQuantiles needs weights above 0, got ${weight}`)
    total += weight
    middles[place] = total - weight / 2
    place += 1
  }
  if (!Number.isFinite(total)) {
    throw new RangeError(`weightedQuantiles needs finite weights, got a total of ${total}`)
  }
  return shares.map((share) => {
    if (!(share >= 0 && share <= 1)) {
      throw new RangeError(`weightedQuantiles needs 0 <= share <= 1, got ${share}`)
    }
    const target = share * total
    const found = middles.findIndex((middle) => middle >= target)
    const above = found < 0 ? sorted.length - 1 : found
    const [lower, upper] = [sorted[above - 1]?.value, sorted[above]?.value ?? Number.NaN]
    if (found < 0 || lower === undefined) return upper
    const [start = 0, end = 0] = [middles[above - 1], middles[above]]
    return lower + ((target - start) / (end - start)) * (upper - lower)
  })
}

/** One such value; see weightedQuantiles. */
export function weightedQuantile(sample: readonly Weighted[], share: number): number {
  return weightedQuantiles(sample, [share])[0] ?? Number.NaN
}
