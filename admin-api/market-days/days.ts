import type { IsoDay } from './types.ts'
import { monthNames } from '../contract/vocabulary.ts'

const msPerDay = 86_400_000

/** Cached, because a replay converts the same few thousand days a million times. */
const numbersByDay = new Map<IsoDay, number>()
const daysByNumber = new Map<number, IsoDay>()

/** Days since 1970-01-01. @throws RangeError when `day` is no calendar day written YYYY-MM-DD. */
export function dayNumber(day: IsoDay): number {
  const known = numbersByDay.get(day)
  if (known !== undefined) return known
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  // V8 rolls 2025-02-30 over to March instead of refusing it.
  if (Number.isNaN(ms) || fromDayNumber(ms / msPerDay) !== day) {
    throw new RangeError(`a day needs YYYY-MM-DD, got ${day}`)
  }
  numbersByDay.set(day, ms / msPerDay)
  return ms / msPerDay
}

export function fromDayNumber(days: number): IsoDay {
  const known = daysByNumber.get(days)
  if (known !== undefined) return known
  const day = new Date(days * msPerDay).toISOString().slice(0, 10)
  daysByNumber.set(days, day)
  return day
}

export function addDays(day: IsoDay, days: number): IsoDay {
  return fromDayNumber(dayNumber(day) + days)
}

/** The same day of another month, or that month's last day where it has no such day: 31 May less 3 months is 28 February. */
export function addMonths(day: IsoDay, months: number): IsoDay {
  dayNumber(day)
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const daysOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const moved = Date.UTC(year, month - 1 + months, Math.min(date, daysOfMonth))
  return fromDayNumber(moved / msPerDay)
}

/** Calendar days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: IsoDay, to: IsoDay): number {
  return dayNumber(to) - dayNumber(from)
}

export function earlierOf(a: IsoDay, b: IsoDay): IsoDay {
  if (a < b) return a
  return b
}

/** 1 Monday to 7 Sunday (ISO 8601). */
export function weekdayOf(day: IsoDay): number {
  // 1970-01-01 was a Thursday, ISO weekday 4.
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1
}

/**
 * The Thursday that a week of ex-dates, Monday to Friday, is named after. It is the name of the week where the
 * exchange rests on it too: payments that a holiday moved to another day of the week stay in their week.
 */
export function thursdayOf(exDate: IsoDay): IsoDay {
  return addDays(exDate, 4 - weekdayOf(exDate))
}

/** '28 May 2026', or '28 May' without the year. */
export function spellDay(day: IsoDay, withYear = true): string {
  dayNumber(day)
  const [year = '', month = '', date = ''] = day.split('-')
  const short = `${Number(date)} ${monthNames[Number(month) - 1] ?? ''}`
  return withYear ? `${short} ${year}` : short
}
