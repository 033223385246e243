import { addDays, daysBetween, weekdayOf } from './days.ts'
import { addSessions, isSession, roll, sessionsBetween } from './market-calendar.ts'
import type { IsoDay, Payment } from './types.ts'

/** One day of each month, given its first day. Patterns with the same key give the same days. */
type Pattern = { key: string; dayIn: (month: IsoDay) => IsoDay }

type Dated = Pick<Payment, 'exDate' | 'payDate'>

/** A pattern of ex-dates, or of pay dates, which ex-dates precede by the usual lag. */
type Habit = Pattern & { days: 'exDate' | 'payDate' }

const shortestGap = 20
/** Number of payments that a pattern is compared with: a year, because some patterns differ in a few months only. */
const compared = 12
/** Weight of a hit by its age in payments: issuers change their habit, so a new one wins after some payments. */
const decay = 0.7
/** Lead that a pattern of pay dates needs over those of ex-dates, so that a chance hit does not decide. */
const payDateLead = 0.3

/**
 * The next ex-date of a monthly payer after `asOf` and at least 20 days after the last one, by the pattern that matches
 * most of the last twelve payments, the later ones weighing more; on a tie the first in the order of patternsThrough.
 * @param payments ascending, at least one
 * @param lag usual number of sessions from ex-date to pay date
 * @throws RangeError without payments
 */
export function nextMonthlyExDate(payments: readonly Dated[], asOf: IsoDay, lag: number): IsoDay {
  const last = payments.at(-1)
  if (last === undefined) throw new RangeError('nextMonthlyExDate needs at least one payment, got none')
  const recent = payments.slice(-compared).reverse()
  const name = recent.reduce((text, { exDate, payDate }) => `${text} ${exDate} ${payDate}`, `${lag}`)
  const habit = habitOf.get(name) ?? bestHabit(recent, lag)
  habitOf.set(name, habit)
  let month = monthOf(last[habit.days])
  for (;;) {
    const exDate = beforeNewYear(exDateIn(month, habit, lag), payments)
    if (exDate > asOf && daysBetween(last.exDate, exDate) >= shortestGap) return exDate
    month = monthAfter(month)
  }
}

/** @param newestFirst payments */
function bestHabit(newestFirst: readonly Dated[], lag: number): Habit {
  let best: { habit: Habit; score: number } = { habit: { ...nthSession(1), days: 'exDate' }, score: -1 }
  const tried = new Set<string>()
  const perfect = newestFirst.reduce((sum, _, age) => sum + decay ** age, 0)
  for (const days of ['exDate', 'payDate'] as const) {
    for (const pattern of newestFirst.flatMap((payment) => findPatterns(payment[days], days))) {
      const habit = { ...pattern, days }
      if (tried.has(`${days} ${pattern.key}`)) continue
      tried.add(`${days} ${pattern.key}`)
      const score = newestFirst.reduce(
        (sum, payment, age) =>
          exDateIn(monthOf(payment[days]), habit, lag) === payment.exDate ? sum + decay ** age : sum,
        0
      )
      if (score > best.score + (days === 'exDate' ? 1e-9 : payDateLead)) best = { habit, score }
      // No later pattern can be better.
      if (best.score > perfect - 1e-9) return best.habit
    }
  }
  return best.habit
}

/**
 * Caches: the walk over past ex-dates looks up the same few thousand days for all funds, and lists of coming payments
 * continue the same payments after every change of a price.
 */
const habitOf = new Map<string, Habit>()
const dayByPattern = new Map<string, IsoDay>()
const patternsByDay = new Map<string, Pattern[]>()

function exDateIn(month: IsoDay, { key, dayIn, days }: Habit, lag: number): IsoDay {
  const name = `${days === 'exDate' ? 0 : lag} ${key} ${month}`
  const cached = dayByPattern.get(name)
  if (cached !== undefined) return cached
  const day = dayIn(month)
  const exDate = days === 'exDate' ? day : addSessions(day, -lag)
  dayByPattern.set(name, exDate)
  return exDate
}

/** Last day of January on which an ex-date may have been moved into the year before (YieldMax Target 12: January 7). */
const newYearDays = '01-08'

/**
 * The ex-date itself or, in the first days of January, the day in December to which the fund moved it a year ago,
 * counted in sessions from the end of the year: income belongs to the year in which it was earned (JEPI, BALI).
 */
function beforeNewYear(exDate: IsoDay, payments: readonly Dated[]): IsoDay {
  if (exDate.slice(5) > newYearDays) return exDate
  const newYear = `${exDate.slice(0, 4)}-01-01`
  const yearBefore = `${Number(exDate.slice(0, 4)) - 1}-01-01`
  const moved = payments.findLast((payment) => payment.exDate < yearBefore)?.exDate
  const next = payments.find((payment) => payment.exDate >= yearBefore)?.exDate
  if (moved === undefined || next === undefined) return exDate
  if (daysBetween(moved, yearBefore) > 12 || daysBetween(yearBefore, next) < shortestGap) return exDate
  return addSessions(newYear, -sessionsBetween(addDays(moved, -1), yearBefore))
}

function findPatterns(day: IsoDay, days: Habit['days']): Pattern[] {
  const name = `${days} ${day}`
  const patterns = patternsByDay.get(name) ?? patternsThrough(day, days)
  patternsByDay.set(name, patterns)
  return patterns
}

/**
 * All patterns that `day` matches:
 * - nth session from the month's start, or from its end;
 * - weekday of the week after the third Friday, on which options expire (Global X, NEOS in 2025);
 * - weekday of the nth week, counted from the first week of five sessions (Kurv, NEOS in 2026);
 * - nth weekday of the month, such as the third Wednesday;
 * - the same from the second of the month on, for funds that announce the day before (YieldMax Target 12);
 * - day of the month;
 * - for pay dates only: last weekday of the month (BUYW), and a day or the session before it (BTCC).
 */
function patternsThrough(day: IsoDay, days: Habit['days']): Pattern[] {
  const month = monthOf(day)
  const dayOfMonth = Number(day.slice(8))
  const weekday = weekdayOf(day)
  const week = Math.floor(daysBetween(firstFullWeek(month), day) / 7)
  const sinceExpiration = daysBetween(thirdFriday(month), day)
  const isLast = monthOf(addDays(day, 7)) !== month
  const sameDay = (other: IsoDay) => addDays(other, Math.min(dayOfMonth, 28) - 1)
  const ofPayDates = [
    ...(isLast ? [lastWeekday(weekday)] : []),
    { key: `by-day ${dayOfMonth}`, dayIn: (other: IsoDay) => roll(sameDay(other), -1) }
  ]
  return [
    nthSession(sessionsBetween(addDays(month, -1), day)),
    nthSessionFromEnd(sessionsBetween(day, addDays(monthAfter(month), -1)) + 1),
    ...(sinceExpiration > 2 && sinceExpiration < 8 ? [afterExpiration(1), afterExpiration(weekday)] : []),
    {
      key: `full-week ${week} ${weekday}`,
      dayIn: (other) => moveInWeek(addDays(firstFullWeek(other), 7 * week + weekday - 1))
    },
    nthWeekday(weekday, Math.ceil(dayOfMonth / 7)),
    ...(dayOfMonth > 1 ? [nthWeekday(weekday, Math.ceil((dayOfMonth - 1) / 7), 2)] : []),
    { key: `day ${dayOfMonth}`, dayIn: (other) => roll(sameDay(other), 1) },
    ...(days === 'payDate' ? ofPayDates : [])
  ]
}

function afterExpiration(weekday: number): Pattern {
  return {
    key: `expiration ${weekday}`,
    dayIn: (month) => moveInWeek(addDays(thirdFriday(month), 2 + weekday))
  }
}

/** Monday of the first week of the month whose five days are all sessions of that month. */
function firstFullWeek(month: IsoDay): IsoDay {
  let monday = addDays(month, (8 - weekdayOf(month)) % 7)
  while (sessionsBetween(addDays(monday, -1), addDays(monday, 4)) < 5) monday = addDays(monday, 7)
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
  return { key: `session ${n}`, dayIn: (month) => addSessions(addDays(month, -1), Math.max(1, n)) }
}

function nthSessionFromEnd(n: number): Pattern {
  return { key: `session -${n}`, dayIn: (month) => addSessions(monthAfter(month), -n) }
}

/** @param from day of the month from which the weekdays are counted */
function nthWeekday(weekday: number, n: number, from = 1): Pattern {
  return {
    key: `weekday ${weekday} ${n} ${from}`,
    dayIn: (month) => {
      const start = addDays(month, from - 1)
      return roll(addDays(start, ((weekday - weekdayOf(start) + 7) % 7) + 7 * (n - 1)), 1)
    }
  }
}

function lastWeekday(weekday: number): Pattern {
  return {
    key: `last-weekday ${weekday}`,
    dayIn: (month) => {
      const end = addDays(monthAfter(month), -1)
      return roll(addDays(end, -((weekdayOf(end) - weekday + 7) % 7)), -1)
    }
  }
}

/** The first day of the month of `day`. */
function monthOf(day: IsoDay): IsoDay {
  return `${day.slice(0, 7)}-01`
}

function monthAfter(month: IsoDay): IsoDay {
  return monthOf(addDays(month, 31))
}
