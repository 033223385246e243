import { mean, mode } from '../numbers/averages.ts'
import type { IsoDay, PaymentFrequency } from './types.ts'
import { daysBetween, weekdayOf } from './days.ts'
import { inFullWeek } from './market-calendar.ts'

/** What a gap between two ex-dates looks like: one week's payment or one month's. */
export type Period = 'week' | 'month'

/** Two usual payments are never fewer days apart, however holidays move them; what is reported beside one is its double. */
export const shortestGap = 4

const longestWeek = 10
const shortestMonth = 18

/** Undefined for a gap between the two, such as a week left out. */
export function periodOf(gapDays: number): Period | undefined {
  if (gapDays <= longestWeek) return 'week'
  return gapDays >= shortestMonth ? 'month' : undefined
}

/**
 * Payments a year, read off the ex-dates (ascending): a new period counts once two gaps in a row show it.
 * With fewer than two gaps the single gap decides, and a lone payment counts as monthly.
 */
export function readFrequency(exDates: readonly IsoDay[]): PaymentFrequency {
  const recent = exDates.slice(-14)
  const gaps = recent.slice(1).map((day, i) => daysBetween(recent[i] ?? day, day))
  if (latestSettled(gaps.map(periodOf)) === 'week') return 52
  const months = recent.filter((_, i) => i > 0 && periodOf(gaps[i - 1] ?? 0) === 'month')
  const longRun = months.slice(-7)
  const inLongRun = longRun.length >= 5 && showsFourWeeks(longRun, 7, 0.7)
  return inLongRun || showsFourWeeks(months.slice(-3), 1, 1) ? 13 : 12
}

/**
 * Four weeks and a month differ in the gap (28 against 30.4 days) and in whether the weekday stays.
 * @param slack days by which a single gap may differ from 28
 * @param share of the dates in weeks without a holiday that must fall on one weekday
 */
function showsFourWeeks(exDates: readonly IsoDay[], slack: number, share: number): boolean {
  if (exDates.length < 3) return false
  const gaps = exDates.slice(1).map((day, i) => daysBetween(exDates[i] ?? day, day))
  const weekdays = exDates.filter(inFullWeek).map(weekdayOf)
  const usual = mode(weekdays)
  return (
    mean(gaps) <= 29 &&
    gaps.every((gap) => Math.abs(gap - 28) <= slack) &&
    weekdays.filter((day) => day === usual).length >= share * weekdays.length
  )
}

function latestSettled(periods: readonly (Period | undefined)[]): Period | undefined {
  for (let i = periods.length - 1; i > 0; i -= 1) {
    if (periods[i] !== undefined && periods[i] === periods[i - 1]) return periods[i]
  }
  return periods.at(-1)
}
