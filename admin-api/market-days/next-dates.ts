import type { Family } from '../contract/vocabulary.ts'
import { mode } from '../numbers/statistics.ts'
import { addDays, daysBetween, weekdayOf } from './days.ts'
import { shortestGap } from './frequency.ts'
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
import type { IsoDay, Payment, PaymentFrequency } from './types.ts'

/** How a family of funds moves an ex-date that falls on or near a closed day. */
type Convention = {
  /** Direction of the move when the day itself is closed. */
  exClosed: 'next' | 'previous'
  /** Direction when the weekday before, on which the payment is announced, is closed. */
  announcementClosed: 'next' | 'stay'
  /** Direction when the next weekday is closed, so that the pay date would slip into the next week. */
  paymentSlips: 'previous' | 'stay'
}

/**
 * Observed in the ex-dates from 2024 to May 2026, for example:
 * YieldMax 2025-11-28 and 2026-01-02 (ex-date closed), 2024-12-27 and 2025-01-03 (announcement day closed);
 * Roundhill 2025-12-24 (ex-date closed), 2025-04-16 and 2026-04-01 (Good Friday would delay the payment);
 * WeeklyPay 2026-02-17; GraniteShares 2026-04-02; Defiance 2025-11-26 and, not moved, 2026-04-02.
 */
const conventions: Readonly<Partial<Record<Family, Convention>>> = {
  'yieldmax-single': { exClosed: 'next', announcementClosed: 'next', paymentSlips: 'stay' },
  'yieldmax-portfolio': { exClosed: 'next', announcementClosed: 'next', paymentSlips: 'stay' },
  'yieldmax-target': { exClosed: 'next', announcementClosed: 'next', paymentSlips: 'stay' },
  graniteshares: { exClosed: 'previous', announcementClosed: 'stay', paymentSlips: 'stay' },
  'roundhill-weeklypay': { exClosed: 'next', announcementClosed: 'stay', paymentSlips: 'stay' },
  'roundhill-other': { exClosed: 'previous', announcementClosed: 'stay', paymentSlips: 'previous' },
  defiance: { exClosed: 'previous', announcementClosed: 'stay', paymentSlips: 'stay' }
}

/** For families whose ex-dates have met no closed day yet. */
const usualConvention: Convention = { exClosed: 'previous', announcementClosed: 'stay', paymentSlips: 'stay' }

/** Payments without residual ones, ascending, and the frequency they show. */
export type PaymentSchedule = { family: Family; frequency: PaymentFrequency; payments: readonly Payment[] }

/**
 * The next ex-date after both `asOf` and the last payment: the fund's usual weekday or day of the month, moved off
 * closed days by the family's convention.
 * @throws RangeError without payments
 */
export function nextExDate(schedule: PaymentSchedule, asOf: IsoDay): IsoDay {
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
  // Starts in the week of the last ex-date.
  let usual = addDays(last, weekday - weekdayOf(last))
  for (;;) {
    const exDate = moveOffClosedDays(usual, family)
    if (exDate > asOf && daysBetween(last, exDate) >= earliest) return exDate
    usual = addDays(usual, step)
  }
}

/** The session to which an ex-date usually on `usual` moves. */
export function moveOffClosedDays(usual: IsoDay, family: Family): IsoDay {
  const { exClosed, announcementClosed, paymentSlips } = conventions[family] ?? usualConvention
  // Before an unscheduled closure every family goes ex the day before, as on 2025-01-09.
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

/** Sessions by which the lag from ex-date to pay date may exceed the usual one; a longer lag means another payment. */
const longestDelay = 3

/**
 * The ex-date for a corrected pay date: the known one while it fits, else the usual number of sessions before.
 * @param exDate null if no source has reported one
 */
export function exDateAfterMove(
  exDate: IsoDay | null,
  payDate: IsoDay,
  payments: readonly Payment[]
): IsoDay {
  const isFitting =
    exDate !== null &&
    exDate <= payDate &&
    sessionsBetween(exDate, payDate) <= usualLag(payments) + longestDelay
  return isFitting ? exDate : exDateFor(payDate, payments)
}

/** Sessions from ex-date to pay date in most of the last twelve payments; 1 without payments. */
function usualLag(payments: readonly Payment[]): number {
  const lags = payments.slice(-12).map((payment) => sessionsBetween(payment.exDate, payment.payDate))
  return mode(lags) ?? 1
}

/**
 * The weekday of most of the last nine ex-dates in weeks without a holiday, or the latest one if it occurred twice in a
 * row. 1 Monday to 7 Sunday.
 */
export function usualWeekday(exDates: readonly IsoDay[]): number {
  const undisturbed = exDates.slice(-12).filter(inFullWeek)
  const days = (undisturbed.length > 0 ? undisturbed : exDates).slice(-9).map(weekdayOf)
  const latest = days.at(-1)
  return (latest !== undefined && latest === days.at(-2) ? latest : mode(days)) ?? 5
}
