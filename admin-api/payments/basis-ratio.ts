/**
 * How many dollars of today's share basis are one dollar of the estimate's. A split re-bases stored closes and
 * payments but no frozen estimate, so the frozen price of a day against today's price of that day shows it.
 * Anything less than the smallest split (3 for 2) is a mere correction of the close.
 */
export function basisRatio({ price, close_now }: { price: number; close_now: number | null }): number {
  const ratio = close_now === null ? 1 : close_now / price
  return ratio > 0.75 && ratio < 1.34 ? 1 : ratio
}
