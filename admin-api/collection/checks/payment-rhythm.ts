import { addDays, daysBetween, formatLongDay, mondayOf, weekdayOf } from '../../market-days/days.ts'
import { readFrequency, shortestGap } from '../../market-days/frequency.ts'
import { inFullWeek, isSession } from '../../market-days/market-calendar.ts'
import { moveOffClosedDays } from '../../market-days/next-dates.ts'
import type { Close, FamilyTraits, IsoDay, Payment } from '../../market-days/types.ts'
import { usualPayments, withoutResiduals } from '../../market-days/usual-payments.ts'
import { countOf } from '../../numbers/format-numbers.ts'
import { median } from '../../numbers/statistics.ts'

/** Ex-dates that define the schedule: half a year of a weekly payer. */
const datesCompared = 26
const minDates = 3
/** Holidays change the distance between two payments by up to this many days. */
export const spacingSlackDays = 3
const monthly = 12

/** Sentence if an ex-date is off the schedule of the payments before it; otherwise null. */
export function oddRhythm(fund: GateFund, exDate: IsoDay): string | null {
  const past = usualPayments(fund.payments.filter((payment) => payment.exDate < exDate))
    .map((payment) => payment.exDate)
    .slice(-datesCompared)
  if (past.length < minDates) return null
  return oddSpacing(fund, exDate, past) ?? oddWeekday(fund, exDate, past)
}

function oddSpacing(fund: GateFund, exDate: IsoDay, past: readonly IsoDay[]): string | null {
  const { symbol } = fund
  const gaps = past.slice(1).map((day, i) => daysBetween(past[i] ?? day, day))
  const neighbors = findNeighbors(fund, past)
  const before = neighbors.findLast((day) => day < exDate)
  const after = neighbors.find((day) => day > exDate)
  const shortest = Math.min(...gaps) - spacingSlackDays
  if (
    after !== undefined &&
    daysBetween(exDate, after) < shortest &&
    !fitsBetter(exDate, { before, after, usual: median(gaps) })
  )
    return `The ex-date ${formatLongDay(exDate)} of ${symbol} is ${countOf(daysBetween(exDate, after), 'day')} before the next one, ${formatLongDay(after)}; its last payments were ${formatRange(gaps)} apart.`
  if (before === undefined) return null
  const gap = daysBetween(before, exDate)
  if (gaps.some((known) => Math.abs(known - gap) <= spacingSlackDays)) return null
  return `The ex-date ${formatLongDay(exDate)} of ${symbol} is ${countOf(gap, 'day')} after the one before, ${formatLongDay(before)}; its last payments were ${formatRange(gaps)} apart.`
}

/** Whether this day fits the schedule better than the one too close after it, which is then the odd one. */
function fitsBetter(
  exDate: IsoDay,
  { before, after, usual }: { before: IsoDay | undefined; after: IsoDay; usual: number }
): boolean {
  if (before === undefined || daysBetween(exDate, after) < shortestGap) return false
  const offBy = (day: IsoDay) => Math.abs(daysBetween(before, day) - usual)
  return offBy(exDate) < offBy(after)
}

/** Ex-dates of regular payments, ascending, without reported ones on odd days, which would make others odd. */
export function findNeighbors(fund: GateFund, past: readonly IsoDay[]): IsoDay[] {
  const paidDays = new Set(fund.payments.map(({ exDate }) => exDate))
  const reported = fund.reported.filter(
    ({ exDate }) => !paidDays.has(exDate) && isSession(exDate) && oddWeekday(fund, exDate, past) === null
  )
  const all = [...fund.payments, ...reported].toSorted((a, b) => daysBetween(b.exDate, a.exDate))
  return withoutResiduals(all).map(({ exDate }) => exDate)
}

function oddWeekday(fund: GateFund, exDate: IsoDay, past: readonly IsoDay[]): string | null {
  if (readFrequency(past) === monthly || !inFullWeek(exDate)) return null
  const used = new Set(past.filter(inFullWeek).map(weekdayOf))
  const monday = mondayOf(exDate)
  const isUsual = [...used].some((weekday) =>
    [-7, 0].some(
      (shift) => moveOffClosedDays(addDays(monday, shift + weekday - 1), fund.traits?.dates) === exDate
    )
  )
  if (used.size === 0 || isUsual) return null
  return `The ex-date ${formatLongDay(exDate)} of ${fund.symbol} is a ${nameOf(exDate)}, on which it has not paid in its last ${past.length} payments.`
}

function formatRange(gaps: readonly number[]): string {
  const [low, high] = [Math.min(...gaps), Math.max(...gaps)]
  return low === high ? countOf(low, 'day') : `${low} to ${high} days`
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function nameOf(day: IsoDay): string {
  return weekdays[weekdayOf(day) - 1] ?? ''
}

/** Data against which a payment is checked; all lists are ascending and on one share basis. */
export type GateFund = {
  symbol: string
  family: string
  traits?: FamilyTraits | undefined
  payments: readonly Payment[]
  /** All reported payments, stored or not: neighbors of the payment in time. */
  reported: readonly Reported[]
  closes: readonly Close[]
}

/**
 * `unchangedSince`: for a quarantined payment, the collection day since which the source has reported it unchanged;
 * absent if the source no longer reports it, or wasn't queried.
 */
export type Reported = { exDate: IsoDay; amount: number; unchangedSince?: IsoDay }
