import { addDays, daysBetween } from '../../market-days/days.ts'
import { roll } from '../../market-days/market-calendar.ts'
import { isBeforeSession, toNewYorkTime } from '../../market-days/sessions.ts'
import type { IsoDay } from '../../market-days/types.ts'

/** The first session of the month of a day. */
export function firstSessionOf(day: IsoDay): IsoDay {
  return roll(`${day.slice(0, 7)}-01`, 1)
}

/** The session before one; its close is the newest that an outlook frozen before the open can know. */
export function sessionBefore(session: IsoDay): IsoDay {
  return roll(addDays(session, -1), -1)
}

/** Without the closes of the session before, outlooks are frozen at this time in New York from older data. */
const waitsUntil = '09:00'
/** Outlooks from older data would count payments of a week that is over. */
const maxAgeDays = 7

/** Whether data of a day is recent enough for an outlook of a session. */
export function isRecent(asOf: IsoDay, session: IsoDay): boolean {
  return daysBetween(asOf, session) <= maxAgeDays
}

/**
 * The session whose outlooks are to be frozen now: the first of a month, from midnight in New York until it opens. Null at
 * any other time, so that nothing is ever backdated, and while the data is too old.
 * @param asOf newest day of the data
 */
export function sessionToFreeze(now: Date, asOf: IsoDay): IsoDay | null {
  const { day, time } = toNewYorkTime(now)
  if (firstSessionOf(day) !== day || !isBeforeSession(now, day)) return null
  if (asOf >= day || !isRecent(asOf, day)) return null
  return asOf >= sessionBefore(day) || time >= waitsUntil ? day : null
}

/** The first backtested month: few funds paid before. */
const firstMonth = '2023-01-01'

/** First sessions of the months since 2023 that have opened, and whose data is complete; oldest first. */
export function openedSessions(now: Date, asOf: IsoDay): IsoDay[] {
  const sessions: IsoDay[] = []
  for (let month: IsoDay = firstMonth; ; month = addDays(`${month.slice(0, 7)}-28`, 7)) {
    const session = firstSessionOf(month)
    if (isBeforeSession(now, session) || asOf < sessionBefore(session)) return sessions
    sessions.push(session)
  }
}
