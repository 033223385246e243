import { addMonths, daysBetween } from './days.ts'
import { readFrequency } from './frequency.ts'
import { isSettlementDay, roll } from './market-calendar.ts'
import { dueExDate } from './next-dates.ts'
import type { IsoDay, PaymentFrequency } from './types.ts'

/* Rhythm of a security of which only pay days are known, such as a visitor's own holding. */

/** Part of the last gaps that must fit the period. */
const regularShare = 0.8
const latestGaps = 6
/** Days between two payments of a regular payer, by payments a year. */
const gapsOf: Record<PaymentFrequency, readonly [least: number, most: number]> = {
  104: [1, 6],
  52: [4, 10],
  24: [9, 21],
  13: [20, 36],
  12: [20, 42],
  4: [70, 112]
}

/** Part of the payments that may be in addition to the regular ones. */
const additionalShare = 1 / 3

type Rhythm = {
  frequency: PaymentFrequency
  /** Most days between two payments. */
  longestGap: number
  /** Without those in addition, such as a supplemental dividend. */
  regular: IsoDay[]
}

/** The rhythm of pay days (ascending); null if they have none. */
export function findRhythm(payDays: readonly IsoDay[]): Rhythm | null {
  // Quarterly payers that pay early in December have a gap of 105 days after it, which isn't one of a quarter by itself.
  for (const frequency of [readFrequency(payDays), 4] as const) {
    const [least, longestGap] = gapsOf[frequency]
    const regular: IsoDay[] = []
    for (const day of payDays) {
      const last = regular.at(-1)
      if (last === undefined || daysBetween(last, day) >= least) regular.push(day)
    }
    const gaps = regular.slice(1).map((day, i) => daysBetween(regular[i] ?? day, day))
    const recent = gaps.slice(-latestGaps)
    const fitting = recent.filter((gap) => gap <= longestGap).length
    const isRare = payDays.length - regular.length <= additionalShare * payDays.length
    if (isRare && recent.length > 1 && fitting >= regularShare * recent.length)
      return { frequency, longestGap, regular }
  }
  return null
}

/**
 * Pay days after the last one, up to `until`. Quarterly ones repeat those of the year before, because many pay earlier in
 * December than in other quarters.
 * @param payDays ascending, at least one
 */
export function listPayDays(
  frequency: PaymentFrequency,
  payDays: readonly IsoDay[],
  until: IsoDay
): IsoDay[] {
  const days = [...payDays]
  const asPayments = (some: readonly IsoDay[]) =>
    some.map((day) => ({ exDate: day, payDate: day, amount: 0 }))
  const known = asPayments(payDays)
  for (;;) {
    const last = days.at(-1) ?? ''
    const yearAgo = days.at(-4)
    const isInTurns = frequency === 24 || frequency === 104
    const next =
      frequency === 4
        ? roll(yearAgo === undefined ? addMonths(last, 3) : addMonths(yearAgo, 12), 1, isSettlementDay)
        : dueExDate({ frequency, payments: isInTurns ? asPayments(days) : known, dates: undefined }, last)
    if (next > until) return days.slice(payDays.length)
    days.push(next)
  }
}
