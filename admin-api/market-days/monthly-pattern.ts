import { addDays, daysBetween, weekdayOf } from './days.ts'
import { addSessions, isSession, roll } from './market-calendar.ts'
import type { IsoDay } from './types.ts'

/** Returns one day of a month, given the first day of that month. */
type Pattern = (month: IsoDay) => IsoDay

const shortestGap = 20
/** Number of ex-dates that a pattern is compared with: a year, because some patterns differ in a few months only. */
const compared = 12
/** Weight of a hit by its age in payments: issuers change their habit, so a new one wins after some payments. */
const decay = 0.9

/**
 * The next ex-date of a monthly payer after `asOf` and at least 20 days after the last one, by the pattern that matches
 * most of the last twelve ex-dates, the later ones weighing more; on a tie the first in the order of patternsThrough.
 * @param exDates ascending, at least one
 * @throws RangeError without ex-dates
 */
export function nextMonthlyExDate(exDates: readonly IsoDay[], asOf: IsoDay): IsoDay {
  const last = exDates.at(-1)
  if (last === undefined) throw new RangeError('nextMonthlyExDate needs at least one ex-date, got none')
  const pattern = bestPattern(exDates.slice(-compared).reverse())
  let month = monthOf(last)
  for (;;) {
    const exDate = pattern(month)
    if (exDate > asOf && daysBetween(last, exDate) >= shortestGap) return exDate
    month = monthAfter(month)
  }
}

/** @param newestFirst ex-dates */
function bestPattern(newestFirst: readonly IsoDay[]): Pattern {
  let best = { pattern: nthSession(1), score: -1 }
  for (const pattern of newestFirst.flatMap(patternsThrough)) {
    const score = newestFirst.reduce(
      (sum, day, age) => (pattern(monthOf(day)) === day ? sum + decay ** age : sum),
      0
    )
    if (score > best.score + 1e-9) best = { pattern, score }
  }
  return best.pattern
}

/**
 * All patterns that `day` matches:
 * - nth session from the month's start, or from its end;
 * - weekday of the week after the third Friday, on which options expire (Global X, NEOS in 2025);
 * - weekday of the nth week, counted from the first week of five sessions (Kurv, NEOS in 2026);
 * - nth weekday of the month, such as the third Wednesday;
 * - day of the month.
 */
function patternsThrough(day: IsoDay): Pattern[] {
  const month = monthOf(day)
  const dayOfMonth = Number(day.slice(8))
  const weekday = weekdayOf(day)
  const week = Math.floor(daysBetween(firstFullWeek(month), day) / 7)
  const sinceExpiration = daysBetween(thirdFriday(month), day)
  return [
    nthSession(countSessions(month, day)),
    nthSessionFromEnd(countSessions(addDays(day, 1), addDays(monthAfter(month), -1)) + 1),
    ...(sinceExpiration > 2 && sinceExpiration < 8 ? [afterExpiration(1), afterExpiration(weekday)] : []),
    (other) => moveInWeek(addDays(firstFullWeek(other), 7 * week + weekday - 1)),
    nthWeekday(weekday, Math.ceil(dayOfMonth / 7)),
    (other) => roll(addDays(other, Math.min(dayOfMonth, 28) - 1), 1)
  ]
}

function afterExpiration(weekday: number): Pattern {
  return (month) => moveInWeek(addDays(thirdFriday(month), 2 + weekday))
}

/** Monday of the first week of the month whose five days are all sessions of that month. */
function firstFullWeek(month: IsoDay): IsoDay {
  let monday = addDays(month, (8 - weekdayOf(month)) % 7)
  while (countSessions(monday, addDays(monday, 4)) < 5) monday = addDays(monday, 7)
  return monday
}

function thirdFriday(month: IsoDay): IsoDay {
  return addDays(month, ((12 - weekdayOf(month)) % 7) + 14)
}

/** The nearest session of the same week, or the one before if a closed Friday would delay the payment of a Wednesday. */
function moveInWeek(day: IsoDay): IsoDay {
  const weekday = weekdayOf(day)
  if (!isSession(day)) return roll(day, weekday === 1 ? 1 : -1)
  const isDelayed = weekday === 3 && !isSession(addDays(day, 2))
  return isDelayed ? addSessions(day, -1) : day
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
