import { addDays, dayNumber, fromDayNumber, mondayOf, weekdayOf } from './days.ts'
import type { IsoDay } from './types.ts'

/** Closures that follow no yearly rule, each with its source. */
export const specialClosures: Readonly<Record<IsoDay, { why: string; source: string }>> = {
  '2018-12-05': { why: 'Day of mourning for George H. W. Bush', source: 'NYSE notice of December 1, 2018' },
  '2025-01-09': { why: 'Day of mourning for Jimmy Carter', source: 'NYSE notice of December 30, 2024' }
}

/** A closed day with the common name of its holiday. */
type Holiday = { day: IsoDay; name: string }

/**
 * Holidays of the New York Stock Exchange in `year`, ascending.
 * Source: NYSE Rule 7.2. A Saturday holiday is observed on the Friday before and a Sunday holiday on the Monday after,
 * but a Saturday New Year's Day is not observed at all (the Friday ends the year's books). Juneteenth starts in 2022.
 */
export function exchangeHolidays(year: number): Holiday[] {
  const newYear = `${year}-01-01`
  return [
    ...(weekdayOf(newYear) === 6 ? [] : [observed("New Year's Day", newYear)]),
    { day: nthWeekday(year, 1, 1, 3), name: 'Martin Luther King Jr. Day' },
    { day: nthWeekday(year, 2, 1, 3), name: "Washington's Birthday" },
    { day: addDays(easterSunday(year), -2), name: 'Good Friday' },
    // The last Monday of May.
    { day: addDays(nthWeekday(year, 6, 1, 1), -7), name: 'Memorial Day' },
    ...(year >= 2022 ? [observed('Juneteenth', `${year}-06-19`)] : []),
    observed('Independence Day', `${year}-07-04`),
    { day: nthWeekday(year, 9, 1, 1), name: 'Labor Day' },
    { day: nthWeekday(year, 11, 4, 4), name: 'Thanksgiving Day' },
    observed('Christmas Day', `${year}-12-25`)
  ]
}

/**
 * Days on which the exchange trades but banks are closed and nothing settles, ascending: Columbus Day and Veterans Day
 * (not moved off a Saturday). Source: Federal Reserve holiday schedule. Funds do not pay on these days, and funds that
 * usually go ex on Mondays went ex on Tuesday 2025-10-14.
 */
export function bankHolidays(year: number): Holiday[] {
  const veterans = `${year}-11-11`
  return [
    { day: nthWeekday(year, 10, 1, 2), name: 'Columbus Day' },
    ...(weekdayOf(veterans) === 6 ? [] : [observed('Veterans Day', veterans)])
  ]
}

/** The `n`th `weekday` (1 Monday to 7 Sunday) of a month. */
function nthWeekday(year: number, month: number, weekday: number, n: number): IsoDay {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1))
}

function observed(name: string, day: IsoDay): Holiday {
  const weekday = weekdayOf(day)
  if (weekday < 6) return { day, name }
  return { day: addDays(day, weekday === 6 ? -1 : 1), name: `${name} (observed)` }
}

/**
 * Easter Sunday of the Gregorian calendar.
 * Source: Oudin (1940), in the Explanatory Supplement to the Astronomical Almanac.
 */
function easterSunday(year: number): IsoDay {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const leapShift = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const epact = (leapShift + 19 * golden + 15) % 30
  const moon =
    epact -
    Math.floor(epact / 28) *
      (1 - Math.floor(epact / 28) * Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const sunday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  return addDays(`${year}-03-28`, moon - sunday)
}

const closedDaysByYear = new Map<string, ReadonlySet<IsoDay>>()

function closedDays(kind: 'exchange' | 'bank', year: number): ReadonlySet<IsoDay> {
  const key = `${kind} ${year}`
  const cached = closedDaysByYear.get(key)
  if (cached) return cached
  const holidays = kind === 'exchange' ? exchangeHolidays(year) : bankHolidays(year)
  const days = new Set(holidays.map(({ day }) => day))
  closedDaysByYear.set(key, days)
  return days
}

/** Caches the results of `test`: a backtest looks up the same few thousand days again and again. */
/* @__NO_SIDE_EFFECTS__ */
function testOnce(test: (day: IsoDay) => boolean): (day: IsoDay) => boolean {
  const results = new Map<IsoDay, boolean>()
  return (day) => {
    const cached = results.get(day)
    if (cached !== undefined) return cached
    const result = test(day)
    results.set(day, result)
    return result
  }
}

/** Whether the exchange trades on `day`. */
export const isSession = testOnce(
  (day) =>
    weekdayOf(day) < 6 &&
    !closedDays('exchange', Number(day.slice(0, 4))).has(day) &&
    specialClosures[day] === undefined
)

/**
 * Time in New York at which a session ends. It ends at 13:00 on July 3, the day after Thanksgiving and December 24.
 * Source: NYSE Rule 7.2 and the exchange's yearly calendars. A day that is observed as a holiday is not a session.
 */
export function closingTime(session: IsoDay): '13:00' | '16:00' {
  const thanksgiving = nthWeekday(Number(session.slice(0, 4)), 11, 4, 4)
  const isEarly = /-(?:07-03|12-24)$/.test(session) || session === addDays(thanksgiving, 1)
  return isEarly ? '13:00' : '16:00'
}

/** Whether the exchange trades and banks settle on `day`. */
export const isSettlementDay = testOnce(
  (day) => isSession(day) && !closedDays('bank', Number(day.slice(0, 4))).has(day)
)

/** The session `count` after `day` (before it when negative); `day` itself need not be a session. */
export function addSessions(day: IsoDay, count: number): IsoDay {
  const step = count < 0 ? -1 : 1
  let left = Math.abs(count)
  let current = dayNumber(day)
  while (left > 0) {
    current += step
    if (isSession(fromDayNumber(current))) left -= 1
  }
  return fromDayNumber(current)
}

/**
 * The last session before the ex-date. Holders at its close get the payment: trades settle on the next session, which
 * is also the record date.
 */
export function ownByDay(exDate: IsoDay): IsoDay {
  return addSessions(exDate, -1)
}

/** Number of sessions after `from`, up to and including `to`; 0 when `to` is not later. */
export function sessionsBetween(from: IsoDay, to: IsoDay): number {
  let count = 0
  for (let day = dayNumber(from) + 1; day <= dayNumber(to); day += 1) {
    if (isSession(fromDayNumber(day))) count += 1
  }
  return count
}

/** Data up to a week old is not worth a notice: it may be a long weekend and one failed collection. */
export const longestAgeSessions = 5

/**
 * Age of data in sessions on `today` in New York: sessions after its newest day that ended before today. Today's own
 * session does not count, because its close is not known until the evening.
 * @returns null up to an age of `longestAgeSessions`
 */
export function staleAge(newestDay: IsoDay, today: IsoDay): number | null {
  const age = sessionsBetween(newestDay, addDays(today, -1))
  return age > longestAgeSessions ? age : null
}

/** `day` itself if it passes `isOpen`, else the nearest such day in the direction `step`. */
export function roll(day: IsoDay, step: 1 | -1, isOpen: (day: IsoDay) => boolean = isSession): IsoDay {
  let current = day
  while (!isOpen(current)) current = addDays(current, step)
  return current
}

/** Whether Monday to Friday of the week of `day` are all settlement days, so no closure can have moved a distribution. */
export const inFullWeek = testOnce((day) => {
  const monday = mondayOf(day)
  return [0, 1, 2, 3, 4].every((offset) => isSettlementDay(addDays(monday, offset)))
})

/**
 * The own-by date that counts now. For a range of ex-dates that has begun but not ended it is the next close, because
 * the payment can still be had on each day without news of it.
 * @param nextClose first session whose close is still ahead
 */
export function ownByAhead(
  ownBy: IsoDay,
  range: { first: IsoDay; last: IsoDay } | null,
  nextClose: IsoDay
): IsoDay {
  return range !== null && ownBy < nextClose && nextClose < range.last ? nextClose : ownBy
}
