import { countUpTo } from '../../../admin-api/market-days/closes.ts'
import { addDays } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { leastShares } from '../funds/held-fund.ts'
import type { Lot } from '../ledger/take-shares.ts'

/**
 * Shares that get a payment, by its ex-date: those held at the close of the session before, including
 * shares sold on the ex-date.
 */
export function sharesByExDate(
  lots: readonly Pick<Lot, 'shares' | 'heldFrom' | 'heldUntil'>[]
): (exDate: IsoDay) => number {
  const sums = countShares(lots)
  return (exDate) => sums[countUpTo(sums, addDays(exDate, -1)) - 1]?.shares ?? 0
}

/** Shares at the close of each day on which they changed, ascending. */
export function countShares(
  lots: readonly Pick<Lot, 'shares' | 'heldFrom' | 'heldUntil'>[]
): { date: IsoDay; shares: number }[] {
  const changes = new Map<IsoDay, number>()
  const change = (day: IsoDay, shares: number) => changes.set(day, (changes.get(day) ?? 0) + shares)
  for (const { shares, heldFrom, heldUntil } of lots) {
    change(heldFrom, shares)
    if (heldUntil !== null) change(heldUntil, -shares)
  }
  let sum = 0
  return [...changes.keys()].sort().map((date) => {
    sum += changes.get(date) ?? 0
    // Purchases and sales of fractions leave a rounding error.
    return { date, shares: sum < leastShares ? 0 : sum }
  })
}
