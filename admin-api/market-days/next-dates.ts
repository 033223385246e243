import { mode } from '../numbers/averages.ts'
import type { IsoDay, Payment, PaymentFrequency } from './types.ts'
import type { Family } from '../contract/vocabulary.ts'
import { shortestGap } from './cadence.ts'
import { conventions } from './conventions.ts'
import { addDays, daysBetween, weekdayOf } from './days.ts'
import {
  addSessions,
  inFullWeek,
  isSession,
  isSettlementDay,
  roll,
  sessionsBetween,
  specialClosures
} from './market-calendar.ts'
import { nextMonthlyExDate } from './monthly-pattern.ts'

/** The payments without residual ones, ascending, and the frequency they show. */
export type Schedule = { family: Family; frequency: PaymentFrequency; payments: readonly Payment[] }

/**
 * The next ex-date after both `asOf` and the last payment: the fund's usual weekday (or day of the month), moved
 * off closed days by the family's convention.
 * @throws RangeError without payments
 */
export function nextExDate(schedule: Schedule, asOf: IsoDay): IsoDay {
  const { payments, frequency, family } = schedule
  const last = payments.at(-1)?.exDate
  if (last === undefined) throw new RangeError('nextExDate needs at least one payment, got none')
  if (frequency === 12)
    return nextMonthlyExDate(
      payments.map(({ exDate }) => exDate),
      asOf
    )
  const weekday = usualWeekday(payments.map(({ exDate }) => exDate))
  const step = frequency === 52 ? 7 : 28
  const earliest = frequency === 52 ? shortestGap : 21
  // The usual day of the week in which the last payment went ex, then onwards.
  let usual = addDays(last, weekday - weekdayOf(last))
  for (;;) {
    const exDate = moveOffClosedDays(usual, family)
    if (exDate > asOf && daysBetween(last, exDate) >= earliest) return exDate
    usual = addDays(usual, step)
  }
}

/** The session on which a distribution due on `usual` goes ex. */
export function moveOffClosedDays(usual: IsoDay, family: Family): IsoDay {
  const { exClosed, announcementClosed, paymentSlips } = conventions[family]
  // An unforeseen closure leaves no time to wait: on 2025-01-09 every family went ex the day before.
  if (specialClosures[usual]) return addSessions(usual, -1)
  const isOpen = family === 'roundhill-weeklypay' ? isSettlementDay : isSession
  if (!isOpen(usual)) return exClosed === 'next' ? roll(usual, 1, isOpen) : roll(usual, -1)
  const before = addDays(usual, weekdayOf(usual) === 1 ? -3 : -1)
  if (announcementClosed === 'next' && !isSession(before)) return addSessions(usual, 1)
  const after = addDays(usual, 1)
  const fridayClosed = weekdayOf(after) === 5 && !isSession(after)
  return paymentSlips === 'previous' && fridayClosed ? addSessions(usual, -1) : usual
}

/** The pay date of `exDate`: the usual number of sessions later, then the next day on which banks settle. */
export function payDateFor(exDate: IsoDay, payments: readonly Payment[]): IsoDay {
  return roll(addSessions(exDate, usualLag(payments)), 1, isSettlementDay)
}

/** The ex-date of a payment on `payDate`: the usual number of sessions before it. */
export function exDateFor(payDate: IsoDay, payments: readonly Payment[]): IsoDay {
  return addSessions(payDate, -usualLag(payments))
}

/** No fund takes longer to pay; a pay date further off belongs to another ex-date. */
const longestLag = 4

/**
 * The ex-date that goes with a pay date that was corrected: the known one while it fits, else the usual number of
 * sessions before.
 * @param exDate null where none was read in a source
 */
export function exDateAfterMove(
  exDate: IsoDay | null,
  payDate: IsoDay,
  payments: readonly Payment[]
): IsoDay {
  const isFitting = exDate !== null && exDate <= payDate && sessionsBetween(exDate, payDate) <= longestLag
  return isFitting ? exDate : exDateFor(payDate, payments)
}

/** Sessions from ex-date to pay date in most of the last twelve payments; one where there is none. */
function usualLag(payments: readonly Payment[]): number {
  const lags = payments.slice(-12).map((payment) => sessionsBetween(payment.exDate, payment.payDate))
  return mode(lags) ?? 1
}

/**
 * The weekday of most of the last nine ex-dates in weeks without a holiday; a new one is recognised after two in a
 * row. 1 Monday to 7 Sunday.
 */
export function usualWeekday(exDates: readonly IsoDay[]): number {
  const undisturbed = exDates.slice(-12).filter(inFullWeek)
  const days = (undisturbed.length > 0 ? undisturbed : exDates).slice(-9).map(weekdayOf)
  const latest = days.at(-1)
  return (latest !== undefined && latest === days.at(-2) ? latest : mode(days)) ?? 5
}
