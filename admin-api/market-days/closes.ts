import { addDays } from './days.ts'
import { addSessions } from './market-calendar.ts'
import type { Close, FamilyTraits, IsoDay } from './types.ts'

/** Maximum age in days of a close that is used as a day's price. */
export const stalePriceDays = 14

/** The latest close up to `day`, if it is at most 14 days old. `closes` ascend. */
export function closeAt(closes: readonly Close[], day: IsoDay): Close | undefined {
  const close = closes[countUpTo(closes, day) - 1]
  return close && close.date >= addDays(day, -stalePriceDays) ? close : undefined
}

/** Number of rows, such as closes, up to and including `day`, by binary search. `rows` ascend. */
export function countUpTo(rows: readonly { date: IsoDay }[], day: IsoDay): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.date ?? day) <= day) low = middle + 1
    else high = middle
  }
  return low
}

/** Number of closes before `day`, which is the index of the first close on or after it. */
export function countBefore(closes: readonly Close[], day: IsoDay): number {
  return countUpTo(closes, addDays(day, -1))
}

/** Nearly all issuers announce a payment on the session before its ex-date, knowing the close before that. */
const usualPriceLag = 2

/**
 * The day whose close a payment's yield is measured against: two sessions before the ex-date, or as many as the family's
 * issuer takes.
 */
export function priceDayOf(exDate: IsoDay, traits?: Pick<FamilyTraits, 'priceLag'>): IsoDay {
  return addSessions(exDate, -(traits?.priceLag ?? usualPriceLag))
}
