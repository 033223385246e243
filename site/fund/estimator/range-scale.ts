/** Where amounts lie on a line that shows the range and the latest payment with room at both ends, in percent. */
export type RangeScale = { low: number; estimate: number; high: number; latest: number }

const margin = 8

export function rangeScale(amounts: RangeScale): RangeScale {
  const { low, estimate, high, latest } = amounts
  const least = Math.min(low, estimate, latest)
  const span = Math.max(high, estimate, latest) - least
  const percentOf = (amount: number) =>
    span > 0 ? Math.round((margin + ((amount - least) / span) * (100 - 2 * margin)) * 10) / 10 : 50
  return {
    low: percentOf(low),
    estimate: percentOf(estimate),
    high: percentOf(high),
    latest: percentOf(latest)
  }
}
