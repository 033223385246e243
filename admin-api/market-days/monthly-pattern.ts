import { addDays, daysBetween, weekdayOf } from './days.ts'
import { addSessions, isSession, roll } from './market-calendar.ts'
import type { IsoDay } from './types.ts'

/** Returns one day of a month, given the first day of that month. */
type Pattern = (month: IsoDay) => IsoDay

const shortestGap = 20

/**
 * The next ex-date of a monthly payer after `asOf` and at least 20 days after the last one, by the pattern that matches
 * most of the last six ex-dates. Patterns: nth session from the month's start, nth from its end, nth weekday, and day
 * of the month; on a tie the first of this list.
 * @param exDates ascending, at least one
 * @throws RangeError without ex-dates
 */
export function nextMonthlyExDate(exDates: readonly IsoDay[], asOf: IsoDay): IsoDay {
  const last = exDates.at(-1)
  if (last === undefined) throw new RangeError('nextMonthlyExDate needs at least one ex-date, got none')
  const recent = exDates.slice(-6)
  const hits = (pattern: Pattern): number => recent.filter((day) => pattern(monthOf(day)) === day).length
  let best: Pattern = nthSession(1)
  let bestHits = -1
  for (const pattern of recent.toReversed().flatMap(patternsThrough)) {
    if (hits(pattern) > bestHits) {
      best = pattern
      bestHits = hits(pattern)
    }
  }
  let month = monthOf(last)
  for (;;) {
    const exDate = best(month)
    if (exDate > asOf && daysBetween(last, exDate) >= shortestGap) return exDate
    month = monthAfter(month)
  }
}

/** All patterns that `day` matches. */
function patternsThrough(day: IsoDay): Pattern[] {
  const month = monthOf(day)
  const dayOfMonth = Number(day.slice(8))
  return [
    nthSession(countSessions(month, day)),
    nthSessionFromEnd(countSessions(addDays(day, 1), addDays(monthAfter(month), -1)) + 1),
    nthWeekday(weekdayOf(day), Math.ceil(dayOfMonth / 7)),
    (other) => roll(addDays(other, Math.min(dayOfMonth, 28) - 1), 1)
  ]
}

function nthSession(n: number): Pattern {
  return (month) => addSessions(addDays(month, -1), Math.max(1, n))
}

function nthSessionFromEnd(n: number): Pattern {
  return (month) => addSessions(monthAfter(month), -n)
}

function nthWeekday(weekday: number, n: number): Pattern {
  return (month) => roll(addDays(month, ((weekday - weekdayOf(month) + 7) % 7) + 7 * (n - 1)), 1)
}

/** Number of sessions from `from` to `to`, both included. */
function countSessions(from: IsoDay, to: IsoDay): number {
  let count = 0
  for (let day = from; day <= to; day = addDays(day, 1)) if (isSession(day)) count += 1
  return count
}

/** The first day of the month of `day`. */
function monthOf(day: IsoDay): IsoDay {
  return `${day.slice(0, 7)}-01`
}

function monthAfter(month: IsoDay): IsoDay {
  return monthOf(addDays(month, 31))
}
