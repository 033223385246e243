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
import { type ExDateRule, type IsoDay, type Payment, type PaymentFrequency, usualDates } from './types.ts'

/** Payments without residual ones, ascending, and the frequency they show. */
export type PaymentSchedule = {
  frequency: PaymentFrequency
  payments: readonly Payment[]
  /** The rule of the fund's family. */
  dates: ExDateRule | undefined
}

/**
 * The next ex-date after both `asOf` and the last payment: the fund's usual weekday or day of the month, moved off
 * closed days by the rule of its family. A payment that is late, but not of a weekly fund, may come on the next session;
 * if it is too late for that, the schedule continues as if it had been paid.
 * @throws RangeError without payments
 */
export function nextExDate(schedule: PaymentSchedule, asOf: IsoDay): IsoDay {
  let { payments } = schedule
  for (;;) {
    const last = payments.at(-1)
    if (last === undefined) throw new RangeError('nextExDate needs at least one payment, got none')
    const due = dueExDate({ ...schedule, payments }, last.exDate)
    if (due > asOf) return due
    if (schedule.frequency >= 52) return dueExDate(schedule, asOf)
    if (sessionsBetween(due, asOf) < latestSessions) return addSessions(asOf, 1)
    payments = [...payments, { ...last, exDate: due, payDate: payDateFor(due, payments) }]
  }
}

/** The next ex-date by the schedule alone, after both `asOf` and the last payment. */
export function dueExDate({ payments, frequency, dates }: PaymentSchedule, asOf: IsoDay): IsoDay {
  const last = payments.at(-1)?.exDate
  if (last === undefined) throw new RangeError('dueExDate needs at least one payment, got none')
  if (frequency === 12) return nextMonthlyExDate(payments, asOf, usualLag(payments))
  // Each of the two payments of a month has its own habit, shown by every other ex-date.
  if (frequency === 24 && payments.length > 1) {
    const sameHalf = payments.toReversed().filter((_, i) => i % 2 === 1)
    return nextMonthlyExDate(sameHalf.reverse(), asOf < last ? last : asOf, usualLag(payments))
  }
  if (frequency === 4) {
    const earliest = addDays(last, beforeQuarter)
    return nextMonthlyExDate(payments, earliest > asOf ? earliest : asOf, usualLag(payments))
  }
  if (frequency === 104) return nextOfTwo(payments, last < asOf ? asOf : last, dates)
  const weekday = usualWeekday(payments.slice(-12).map(({ exDate }) => exDate))
  const step = frequency === 52 ? 7 : 28
  const earliest = frequency === 52 ? shortestGap : 21
  // Starts in the week of the last ex-date.
  let usual = addDays(last, weekday - weekdayOf(last))
  for (;;) {
    const exDate = moveOffClosedDays(usual, dates)
    if (exDate > asOf && daysBetween(last, exDate) >= earliest) return exDate
    usual = addDays(usual, step)
  }
}

/** The next ex-date after a day of a fund that pays twice a week: each of the two payments has its own weekday. */
function nextOfTwo(payments: readonly Payment[], day: IsoDay, dates: ExDateRule | undefined): IsoDay {
  const exDates = payments.slice(-24).map(({ exDate }) => exDate)
  const weekdays = [0, 1].map((half) => usualWeekday(exDates.filter((_, i) => i % 2 === half)))
  for (let usual = addDays(day, -1); ; usual = addDays(usual, 1)) {
    const exDate = weekdays.includes(weekdayOf(usual)) ? moveOffClosedDays(usual, dates) : day
    if (exDate > day) return exDate
  }
}

/**
 * Sessions by which a payment may be late. On 15,052 fund days since 2023 the day expected was off by 1.26 days in the mean,
 * with 2 or 10 sessions by 1.29 and 1.30, and without any by 1.37.
 */
const latestSessions = 5

/** More than two months and less than any quarter, so that the pattern finds the day in the third month. */
const beforeQuarter = 76

/** The session to which an ex-date usually on `usual` moves. */
export function moveOffClosedDays(usual: IsoDay, dates: ExDateRule = usualDates): IsoDay {
  const { exClosed, announcementClosed, paymentSlips } = dates
  // Before an unscheduled closure every family goes ex the day before, as on 2025-01-09.
  if (specialClosures[usual]) return addSessions(usual, -1)
  const isOpen = dates.skipsBankHolidays ? isSettlementDay : isSession
  if (!isOpen(usual)) return exClosed === 'next' ? roll(usual, 1, isOpen) : roll(usual, -1)
  const before = addDays(usual, weekdayOf(usual) === 1 ? -3 : -1)
  if (announcementClosed === 'next' && !isSession(before)) return addSessions(usual, 1)
  const after = addDays(usual, 1)
  const fridayClosed = weekdayOf(after) === 5 && !isSession(after)
  return paymentSlips === 'previous' && fridayClosed ? addSessions(usual, -1) : usual
}

/**
 * The pay date of `exDate`: the usual number of sessions later, then the next day on which banks settle.
 * @param firstLag the number of sessions for a fund without payments
 */
export function payDateFor(exDate: IsoDay, payments: readonly Payment[], firstLag?: number): IsoDay {
  return roll(addSessions(exDate, usualLag(payments, firstLag)), 1, isSettlementDay)
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

/** Sessions from ex-date to pay date in most of the last twelve payments; `firstLag` without payments. */
function usualLag(payments: readonly Payment[], firstLag = 1): number {
  const lags = payments.slice(-12).map((payment) => sessionsBetween(payment.exDate, payment.payDate))
  return mode(lags) ?? firstLag
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
