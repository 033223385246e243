import type { IsoDay, Payment } from '../market-days/types.ts'

/** Dollars a share of all payments with an ex-date after `from`, up to and with `to`: who bought at the close of `from` has them. */
export function dividendsBetween(payments: readonly Payment[], from: IsoDay, to: IsoDay): number {
  return payments
    .filter(({ exDate }) => exDate > from && exDate <= to)
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** Percent by which the price alone moved; null unless `start` is above 0. */
export function priceChange(start: number, end: number): number | null {
  return totalReturn(start, end, 0)
}

/**
 * Percent of the starting price: (end + dividends - start) / start x 100, nothing reinvested.
 * All three in dollars a share on one share basis; null unless `start` is above 0.
 */
export function totalReturn(start: number, end: number, dividends: number): number | null {
  return start > 0 ? ((end + dividends - start) / start) * 100 : null
}
