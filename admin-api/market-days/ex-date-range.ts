import { earlierOf, laterOf } from './days.ts'
import { readFrequency } from './frequency.ts'
import { addSessions, sessionsBetween } from './market-calendar.ts'
import { dueExDate, nextExDate, type PaymentSchedule } from './next-dates.ts'
import type { IsoDay } from './types.ts'

/** Sessions between which an ex-date should fall, both included. */
export type DayRange = { first: IsoDay; last: IsoDay }

/** Number of past ex-dates compared with the expected ones, and minimum number of payments before each. */
const compared = 12
const minBefore = 3
/** Number of payments searched for these ex-dates; covers five turns of the year. */
const scanned = 62
/** Weight of a miss by its age in payments. */
const decay = 0.8
/** Share of past ex-dates below and above the range, as for amounts. */
const tail = 0.1
/** Two weeks of sessions; a larger miss is a missing record. */
const largestMiss = 10
/** Minimum number of known turns of the year for a fund's own habit to decide. */
const minSeasons = 2
/** Earliest ex-date in 2025 of a payment due in the last or first days of a year (iShares, Simplify). */
const earliestInSeason = '12-23'

/**
 * Returns the days between which a payment expected on a day should go ex in 8 of 10 cases, by how far the last twelve
 * ex-dates were from the day expected once the payment before was known. Null if that is a single day, and for weekly
 * payers, whose weekday is known.
 *
 * The range begins after `asOf`, because a payment that isn't known by then can't have an earlier ex-date.
 *
 * A turn of the year is compared only with earlier ones, because many issuers move a payment of the first days of
 * January into December. A fund with fewer than two of them gets a range from December 23.
 */
export function exDateRanges(schedule: PaymentSchedule, asOf: IsoDay): (expected: IsoDay) => DayRange | null {
  const earliest = addSessions(asOf, 1)
  const missesOf = new Map<boolean, number[]>()
  return (expected) => {
    if (schedule.frequency >= 52) return null
    // A late payment has the range of the day on which it was due.
    const due = expected === earliest ? dueOf(schedule, asOf) : expected
    const inSeason = isTurnOfYear(due)
    const misses = missesOf.get(inSeason) ?? listMisses(schedule, inSeason)
    missesOf.set(inSeason, misses)
    const range = inSeason ? seasonRange(due, misses) : usualRange(due, misses)
    const first = laterOf(range.first, earliest)
    const last = laterOf(range.last, expected)
    return first === last ? null : { first, last }
  }
}

function dueOf(schedule: PaymentSchedule, asOf: IsoDay): IsoDay {
  return dueExDate(schedule, schedule.payments.at(-1)?.exDate ?? asOf)
}

/** Sessions from the expected to the actual ex-date, newest first. */
function listMisses({ payments, frequency, dates }: PaymentSchedule, inSeason: boolean): number[] {
  const misses: number[] = []
  for (
    let i = payments.length - 1;
    i >= minBefore && misses.length < compared && i > payments.length - 1 - scanned;
    i -= 1
  ) {
    const exDate = payments[i]?.exDate
    if (exDate === undefined || isTurnOfYear(exDate) !== inSeason) continue
    const before = payments.slice(0, i)
    const frequencyThen = readFrequency(before.map((payment) => payment.exDate))
    // Ex-dates of another frequency say nothing about those of the present one.
    if (frequencyThen !== frequency) continue
    const then = { frequency: frequencyThen, payments: before, dates }
    const miss = sessionsFrom(nextExDate(then, before.at(-1)?.exDate ?? exDate), exDate)
    if (Math.abs(miss) <= largestMiss) misses.push(miss)
  }
  return misses
}

/** @param misses sessions from the expected to the actual ex-date, newest first */
function usualRange(expected: IsoDay, misses: readonly number[]): DayRange {
  const weighted = misses
    .map((sessions, age) => ({ sessions, weight: decay ** age }))
    .sort((a, b) => a.sessions - b.sessions)
  return {
    first: addSessions(expected, Math.min(0, firstBeyondTail(weighted))),
    last: addSessions(expected, Math.max(0, firstBeyondTail(weighted.reverse())))
  }
}

/** The first miss after a tenth of the total weight; misses are whole sessions, so nothing is interpolated. */
function firstBeyondTail(sorted: readonly { sessions: number; weight: number }[]): number {
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  let passed = 0
  for (const { sessions, weight } of sorted) {
    passed += weight
    if (passed > tail * total) return sessions
  }
  return 0
}

function seasonRange(expected: IsoDay, misses: readonly number[]): DayRange {
  const first = addSessions(expected, Math.min(0, ...misses))
  const last = addSessions(expected, Math.max(0, ...misses))
  if (misses.length >= minSeasons) return { first, last }
  const year = Number(expected.slice(0, 4)) - (expected.slice(5, 7) === '01' ? 1 : 0)
  return { first: earlierOf(first, `${year}-${earliestInSeason}`), last }
}

export function isTurnOfYear(day: IsoDay): boolean {
  const monthDay = day.slice(5)
  return monthDay >= '12-20' || monthDay <= '01-05'
}

/** Sessions from one day to another; negative if that is earlier. */
function sessionsFrom(from: IsoDay, to: IsoDay): number {
  return from <= to ? sessionsBetween(from, to) : -sessionsBetween(to, from)
}
