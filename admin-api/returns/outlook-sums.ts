import type { DollarsPerThousand } from '../contract/fund-page.ts'
import { roundTo } from '../numbers/format-numbers.ts'

/** Payments of a fund over some months, in dollars a share; the range is null if all is declared or too little known. */
type Sum = { months: number; amount: number; low: number | null; high: number | null }

/** The sum over the next 12 months; undefined without an outlook. */
export function yearOf<Found extends { months: number }>(sums: readonly Found[]): Found | undefined {
  return sums.find(({ months }) => months === 12)
}

/** Dollars of the next 12 months for each $1,000 at a price in dollars, in cents; null without an outlook or a price. */
export function yearPerThousand(sums: readonly Sum[], price: number): DollarsPerThousand | null {
  const year = yearOf(sums)
  if (year === undefined || price <= 0) return null
  const scaled = (dollars: number) => roundTo(2, (1000 * dollars) / price)
  return {
    amount: scaled(year.amount),
    low: year.low === null ? null : scaled(year.low),
    high: year.high === null ? null : scaled(year.high)
  }
}
