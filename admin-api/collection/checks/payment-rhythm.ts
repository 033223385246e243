import { median } from '../../numbers/averages.ts'
import { usualPayments } from '../../market-days/usual-payments.ts'
import { readFrequency, shortestGap } from '../../market-days/cadence.ts'
import { addDays, daysBetween, weekdayOf } from '../../market-days/days.ts'
import { inFullWeek, isSession } from '../../market-days/market-calendar.ts'
import { moveOffClosedDays } from '../../market-days/next-dates.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { type GateFund, spellDays } from './gate-fund.ts'

/** Ex-dates that show what a fund is used to: half a year of a weekly payer. */
const datesKept = 26
const fewestDates = 3
/** Holidays move two payments towards or away from each other by this much. */
export const spacingSlackDays = 3
const monthly = 12

/** Whether an ex-date is off the rhythm of the payments before it, as one sentence. */
export function oddRhythm(fund: GateFund, exDate: IsoDay): string | null {
  const past = usualPayments(fund.payments.filter((payment) => payment.exDate < exDate))
    .map((payment) => payment.exDate)
    .slice(-datesKept)
  if (past.length < fewestDates) return null
  return oddSpacing(fund, exDate, past) ?? oddWeekday(fund, exDate, past)
}

function oddSpacing(fund: GateFund, exDate: IsoDay, past: readonly IsoDay[]): string | null {
  const { symbol } = fund
  const gaps = past.slice(1).map((day, i) => daysBetween(past[i] ?? day, day))
  const neighbours = findNeighbours(fund, past)
  const before = neighbours.findLast((day) => day < exDate)
  const after = neighbours.find((day) => day > exDate)
  const shortest = Math.min(...gaps) - spacingSlackDays
  if (
    after !== undefined &&
    daysBetween(exDate, after) < shortest &&
    !isTheUsualOne(exDate, { before, after, usual: median(gaps) })
  )
    return `The ex-date ${exDate} of ${symbol} is ${spellDays(daysBetween(exDate, after))} before the next one, ${after}; its last payments were ${spellRange(gaps)} apart.`
  if (before === undefined) return null
  const gap = daysBetween(before, exDate)
  if (gaps.some((known) => Math.abs(known - gap) <= spacingSlackDays)) return null
  return `The ex-date ${exDate} of ${symbol} is ${spellDays(gap)} after the one before, ${before}; its last payments were ${spellRange(gaps)} apart.`
}

/** Of two days that are too near to each other, the later one may be what came early. */
function isTheUsualOne(
  exDate: IsoDay,
  { before, after, usual }: { before: IsoDay | undefined; after: IsoDay; usual: number }
): boolean {
  if (before === undefined || daysBetween(exDate, after) < shortestGap) return false
  const offBy = (day: IsoDay) => Math.abs(daysBetween(before, day) - usual)
  return offBy(exDate) < offBy(after)
}

/** Days of the usual stream, ascending; a reported one on a day that is odd by itself makes no other one odd. */
export function findNeighbours(fund: GateFund, past: readonly IsoDay[]): IsoDay[] {
  const stored = new Set(fund.payments.map(({ exDate }) => exDate))
  const reported = fund.reported.filter(
    ({ exDate }) => !stored.has(exDate) && isSession(exDate) && oddWeekday(fund, exDate, past) === null
  )
  const all = [...fund.payments, ...reported].toSorted((a, b) => daysBetween(b.exDate, a.exDate))
  return usualPayments(all).map(({ exDate }) => exDate)
}

function oddWeekday(fund: GateFund, exDate: IsoDay, past: readonly IsoDay[]): string | null {
  if (readFrequency(past) === monthly || !inFullWeek(exDate)) return null
  const used = new Set(past.filter(inFullWeek).map(weekdayOf))
  const monday = addDays(exDate, 1 - weekdayOf(exDate))
  const isUsual = [...used].some((weekday) =>
    [-7, 0].some((shift) => moveOffClosedDays(addDays(monday, shift + weekday - 1), fund.family) === exDate)
  )
  if (used.size === 0 || isUsual) return null
  return `The ex-date ${exDate} of ${fund.symbol} is a ${nameOf(exDate)}, on which it has not paid in its last ${past.length} payments.`
}

function spellRange(gaps: readonly number[]): string {
  const [low, high] = [Math.min(...gaps), Math.max(...gaps)]
  return low === high ? spellDays(low) : `${low} to ${high} days`
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function nameOf(day: IsoDay): string {
  return weekdays[weekdayOf(day) - 1] ?? ''
}
