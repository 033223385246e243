import { median } from '../../../domain/averages.ts'
import { closeAt } from '../../../domain/closes.ts'
import { latestPaidDays } from '../../../domain/payments/paid-days.ts'
import { usualPayments } from '../../../domain/payments/usual-payments.ts'
import { readFrequency } from '../../../domain/schedule/cadence.ts'
import { addDays, daysBetween, weekdayOf } from '../../../domain/schedule/days.ts'
import { addSessions, inFullWeek, isSession } from '../../../domain/schedule/market-calendar.ts'
import { moveOffClosedDays } from '../../../domain/schedule/next-dates.ts'
import type { Close, IsoDay, Payment } from '../../../domain/types.ts'
import type { Family } from '../../../domain/vocabulary.ts'
import { dollars, percent } from '../../../domain/wording.ts'

/** What a payment is held against; all lists ascend and stand on one share basis. */
export type GateFund = {
  symbol: string
  family: Family
  payments: readonly Payment[]
  /** All that the source reports, whether stored, passed or held back: neighbours in time of what is judged. */
  reported: readonly Reported[]
  closes: readonly Close[]
}

type Reported = { exDate: IsoDay; amount: number }

/** Issuers declare a payment one or two sessions before its ex-date; a week is more than any holidays make of it. */
const declaredAheadDays = 7
/** In yield a day: of 3,920 past payments 35 differ so much from the five before; `npm run gate` counts them. */
const jump = 3
const fewestCompared = 3
/** Ex-dates that show what a fund is used to: half a year of a weekly payer. */
const datesKept = 26
const fewestDates = 3
/** Holidays move two payments towards or away from each other by this much. */
const spacingSlackDays = 3
/** Nearly two: no fund's close moved by so much in a day without a split. */
const splitLikeMove = 1.8
/** In natural logarithms: payments of a fund differ by a third from each other without any split. */
const splitSlack = 0.4
const monthly = 12

/**
 * Why a collected payment must not be published before a person has looked at it, as one sentence with the figures;
 * null where nothing is odd. Knows no clock: `today` is the day of collecting in New York.
 */
export function detectAnomaly(fund: GateFund, payment: Reported, today: IsoDay): string | null {
  if (payment.amount === 0)
    return `The payment of ${fund.symbol} with ex-date ${payment.exDate} is reported as zero.`
  return oddDate(fund, payment.exDate, today) ?? splitLikeness(fund, payment) ?? oddSize(fund, payment)
}

function oddDate(fund: GateFund, exDate: IsoDay, today: IsoDay): string | null {
  const { symbol } = fund
  const ahead = daysBetween(today, exDate)
  if (ahead > declaredAheadDays)
    return `The ex-date ${exDate} of ${symbol} is ${spellDays(ahead)} ahead, and payments are declared a few days before.`
  if (!isSession(exDate)) return `The ex-date ${exDate} of ${symbol} is a day without trading.`
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
  if (after !== undefined && daysBetween(exDate, after) < shortest)
    return `The ex-date ${exDate} of ${symbol} is ${spellDays(daysBetween(exDate, after))} before the next one, ${after}; its last payments were ${spellRange(gaps)} apart.`
  if (before === undefined) return null
  const gap = daysBetween(before, exDate)
  if (gaps.some((known) => Math.abs(known - gap) <= spacingSlackDays)) return null
  return `The ex-date ${exDate} of ${symbol} is ${spellDays(gap)} after the one before, ${before}; its last payments were ${spellRange(gaps)} apart.`
}

/** Days of the usual stream, ascending; a reported one on a day that is odd by itself makes no other one odd. */
function findNeighbours(fund: GateFund, past: readonly IsoDay[]): IsoDay[] {
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

/** The payment changed about as much as the price did within one day, as both do when shares are merged or split. */
function splitLikeness(fund: GateFund, { exDate, amount }: Reported): string | null {
  const latest = latestPaidDays(fund.payments, exDate)
  const last = latest.at(-1)
  if (last === undefined) return null
  const ratio = amount / median(latest.map((payment) => payment.amount))
  const move = largestMove(fund.closes, addSessions(last.exDate, -2), exDate)
  if (move === undefined || Math.max(move.ratio, 1 / move.ratio) < splitLikeMove) return null
  if (Math.abs(Math.log(move.ratio / ratio)) > splitSlack) return null
  return `The payment of ${fund.symbol} with ex-date ${exDate}, ${dollars(amount)}, is ${times(ratio)} the usual one, and its close went from ${move.from.close} to ${move.to.close} on ${move.to.date}: that looks like a split.`
}

/**
 * By the day, so that the first weekly payment after monthly ones is held against a quarter of them, and a catch-up
 * against as many days as it makes up for.
 */
function oddSize(fund: GateFund, { exDate, amount }: Reported): string | null {
  const latest = latestPaidDays(fund.payments, exDate)
  const last = latest.at(-1)
  if (last === undefined || latest.length < fewestCompared) return null
  const days = daysSinceLast(fund, last.exDate, exDate)
  const what = `The payment of ${fund.symbol} with ex-date ${exDate}, ${dollars(amount)},`
  const ownYield = yieldOf(fund, { exDate, amount })
  const yields = latest.flatMap((payment) => {
    const past = yieldOf(fund, payment)
    return past === undefined ? [] : [past / payment.days]
  })
  if (ownYield !== undefined && yields.length >= fewestCompared) {
    const usual = median(yields) * days
    if (!isJump(ownYield / usual)) return null
    return `${what} is ${percent(ownYield, 2)} of its price for ${spellDays(days)}, ${times(ownYield / usual)} the ${percent(usual, 2)} that were usual for so long in its last ${yields.length} payments.`
  }
  const usual = median(latest.map((payment) => payment.amount / payment.days)) * days
  if (!isJump(amount / usual)) return null
  return `${what} is for ${spellDays(days)} and ${times(amount / usual)} the ${dollars(usual)} that were usual for so long in its last ${latest.length} payments.`
}

/** Since the usual payment before, held-back ones included: what they pay for is not what the next one pays for. */
function daysSinceLast(fund: GateFund, last: IsoDay, exDate: IsoDay): number {
  const past = usualPayments(fund.payments.filter((payment) => payment.exDate < exDate)).map(
    (payment) => payment.exDate
  )
  return daysBetween(findNeighbours(fund, past).findLast((day) => day < exDate) ?? last, exDate)
}

/** Of the close two sessions before the ex-date, which the payment cannot have lowered. */
function yieldOf({ closes }: GateFund, { exDate, amount }: Reported): number | undefined {
  const close = closeAt(closes, addSessions(exDate, -2))
  return close && amount / close.close
}

function largestMove(
  closes: readonly Close[],
  from: IsoDay,
  to: IsoDay
): { from: Close; to: Close; ratio: number } | undefined {
  const span = closes.filter(({ date }) => date >= from && date <= to)
  return span
    .slice(1)
    .map((close, i) => ({ from: span[i] ?? close, to: close, ratio: close.close / (span[i] ?? close).close }))
    .toSorted((a, b) => Math.abs(Math.log(a.ratio)) - Math.abs(Math.log(b.ratio)))
    .at(-1)
}

function isJump(ratio: number): boolean {
  return Math.max(ratio, 1 / ratio) >= jump
}

/** '6.2 times', '0.12 times'. */
function times(ratio: number): string {
  return `${Number(ratio.toPrecision(2))} times`
}

function spellRange(gaps: readonly number[]): string {
  const [low, high] = [Math.min(...gaps), Math.max(...gaps)]
  return low === high ? spellDays(low) : `${low} to ${high} days`
}

function spellDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function nameOf(day: IsoDay): string {
  return weekdays[weekdayOf(day) - 1] ?? ''
}
