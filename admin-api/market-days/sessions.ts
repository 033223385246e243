import { addDays } from './days.ts'
import { closingTime, isSession, roll } from './market-calendar.ts'
import type { IsoDay } from './types.ts'

export const newYork = 'America/New_York'

/** Created on first use: a phone needs 20 ms for it. */
let format: Intl.DateTimeFormat | undefined

/** Day and time in New York: YYYY-MM-DD and HH:MM. */
export function toNewYorkTime(instant: Date): { day: IsoDay; time: string } {
  // The Swedish format is 2026-05-29 16:30.
  format ??= new Intl.DateTimeFormat('sv-SE', { timeZone: newYork, dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = format.format(instant).split(' ')
  return { day, time }
}

/** Opening time in New York, the same on days with an early close. */
export const opensAt = '09:30'
/** Time in New York by which a close is final; until then the newest bar is only the latest trade. */
export const closedAt = '16:30'

/**
 * Whether an instant is before the session of an ex-date opens. Until then nobody trades without the payment, so
 * an estimate of it is a forecast. If the ex-date is a closed day, the next session counts.
 */
export function isBeforeSession(instant: Date, exDate: IsoDay): boolean {
  // New York is behind UTC. Whole records are checked, and formatting a time takes ten times as long.
  if (instant.toISOString().slice(0, 10) < exDate) return true
  const { day, time } = toNewYorkTime(instant)
  const session = roll(exDate, 1, isSession)
  return day < session || (day === session && time < opensAt)
}

/** Instant at which the session of an ex-date opens, or the next session if that day is closed. */
export function openingOf(exDate: IsoDay): Date {
  const session = roll(exDate, 1, isSession)
  const inSummer = new Date(`${session}T13:30:00Z`)
  return toNewYorkTime(inSummer).time === opensAt ? inSummer : new Date(`${session}T14:30:00Z`)
}

/** The newest session whose close is final at this instant. */
export function lastFinishedSession(now: Date): IsoDay {
  const { day, time } = toNewYorkTime(now)
  return isSession(day) && time >= closedAt ? day : roll(addDays(day, -1), -1)
}

/** The first session whose close is still ahead at this instant. An own-by date before it has passed. */
export function nextClose(now: Date): IsoDay {
  const { day, time } = toNewYorkTime(now)
  return isSession(day) && time < closingTime(day) ? day : roll(addDays(day, 1), 1)
}
