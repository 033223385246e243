import { mean, mode } from '../numbers/statistics.ts'
import { daysBetween, weekdayOf } from './days.ts'
import { inFullWeek } from './market-calendar.ts'
import type { IsoDay, PaymentFrequency } from './types.ts'

/** Payment period that a gap between two ex-dates suggests. */
export type Period = 'week' | 'half-month' | 'month' | 'quarter'

/** Minimum days between two usual payments, holiday shifts included. A report closer to a payment is its duplicate. */
export const shortestGap = 4

const longestWeek = 10
const shortestMonth = 18
/** A longer gap means that records are missing. */
const longestMonth = 45
/** Minimum gap of five weeks, which a holiday may shorten by a day. */
const fiveWeeks = 34
/** Mean of the last six gaps, in days, up to which a fund pays twice a week. An extra payment at New Year doesn't lower it so far. */
const twiceAWeek = { gaps: 6, meanDays: 4.5 }
/** Gaps of half a month and of a quarter; see periodAfter. */
const halfMonth = { shortest: 11, longest: 19 }
const quarter = { shortest: 76, longest: 100 }

/** Whether a fund with this many payments a year pays every week; twice a week counts as weekly. */
export function paysWeekly(paymentsAYear: number): boolean {
  return paymentsAYear >= 52
}

/** The period of a single gap; undefined for one between week and month, such as a skipped week. */
export function periodOf(gapDays: number): Period | undefined {
  if (gapDays <= longestWeek) return 'week'
  return gapDays >= shortestMonth ? 'month' : undefined
}

/**
 * The period of a gap after another one. A single gap of two weeks may be a skipped week, and one of three months may
 * hold missing records, so half a month and a quarter need two gaps in a row.
 */
export function periodAfter(gapDays: number, gapBefore: number | undefined): Period | undefined {
  const both = gapBefore === undefined ? [] : [gapDays, gapBefore]
  const areAll = ({ shortest, longest }: typeof quarter): boolean =>
    both.length > 0 && both.every((gap) => gap >= shortest && gap <= longest)
  if (areAll(halfMonth)) return 'half-month'
  return areAll(quarter) ? 'quarter' : periodOf(gapDays)
}

/**
 * Current payments a year, from the ex-dates (ascending). A new period counts as soon as two gaps in a row show it. With
 * a single gap that one decides, and a single payment counts as monthly.
 */
export function readFrequency(exDates: readonly IsoDay[]): PaymentFrequency {
  const recent = exDates.slice(-14)
  const gaps = recent.slice(1).map((day, i) => daysBetween(recent[i] ?? day, day))
  const settled = latestSettled(gaps.map((gap, i) => periodAfter(gap, gaps[i - 1])))
  if (settled === 'week') {
    const latest = gaps.slice(-twiceAWeek.gaps)
    return latest.length === twiceAWeek.gaps && mean(latest) <= twiceAWeek.meanDays ? 104 : 52
  }
  if (settled === 'half-month') return 24
  if (settled === 'quarter') return 4
  const months = recent.filter((_, i) => i > 0 && periodOf(gaps[i - 1] ?? 0) === 'month')
  const longRun = months.slice(-7)
  // Ex-dates on a weekday of a certain week, such as the third Wednesday: mostly four weeks apart, sometimes five.
  const hasFiveWeeks = gaps.slice(-7).some((gap) => gap >= fiveWeeks && gap <= longestMonth)
  if (hasFiveWeeks) return 12
  const inLongRun = longRun.length >= 5 && showsFourWeeks(longRun, 7, 0.7)
  return inLongRun || showsFourWeeks(months.slice(-3), 1, 1) ? 13 : 12
}

/**
 * Distinguishes four weeks from a month by the gap (28 against 30.4 days on average) and by a constant weekday.
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

/**
 * Payments a year at each of these ex-dates (ascending). A new period begins where two gaps in a row show it, so a
 * special payment changes nothing. Irregular gaps just before (weeks skipped at the change, months without a record)
 * belong to the new period.
 */
export function pastFrequencies(exDates: readonly IsoDay[]): PaymentFrequency[] {
  const gaps = exDates.map((day, i) => (i === 0 ? Number.NaN : daysBetween(exDates[i - 1] ?? day, day)))
  const periods = gaps.map((gap, i) => periodAfter(gap, gaps[i - 1]))
  const isSettled = (i: number) => periods[i] !== undefined && periods[i] === periods[i + 1]

  const starts = [0]
  let period = periods.find((_, i) => isSettled(i)) ?? periods[1]
  periods.forEach((next, i) => {
    if (next === period || !isSettled(i)) return
    let start = i
    const earliest = (starts.at(-1) ?? 0) + 1
    const isIrregular = (k: number) => periods[k] !== 'month' || (gaps[k] ?? 0) > longestMonth
    while (next === 'week' && start > earliest && isIrregular(start - 1)) start -= 1
    starts.push(start)
    period = next
  })
  return starts.flatMap((start, i) => {
    const run = exDates.slice(start, starts[i + 1])
    return run.map(() => readFrequency(run))
  })
}

const labels: Readonly<Partial<Record<number, string>>> = {
  104: 'Twice a Week',
  52: 'Weekly',
  24: 'Twice a Month',
  13: 'Every 4 Weeks',
  12: 'Monthly',
  4: 'Quarterly'
}

/** Label for visitors, such as 'Weekly' or 'Every 4 Weeks'. @param paymentsAYear any whole number */
export function labelFrequency(paymentsAYear: number): string {
  return labels[paymentsAYear] ?? `${paymentsAYear} Times a Year`
}
