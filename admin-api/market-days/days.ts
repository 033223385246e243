import { monthNames } from '../contract/vocabulary.ts'
import type { IsoDay } from './types.ts'

const msPerDay = 86_400_000

/** Caches, because a backtest converts the same few thousand days a million times. */
const numbersByDay = new Map<IsoDay, number>()
const daysByNumber = new Map<number, IsoDay>()

/** Days since 1970-01-01. @throws RangeError unless `day` is a calendar day written YYYY-MM-DD. */
export function dayNumber(day: IsoDay): number {
  const cached = numbersByDay.get(day)
  if (cached !== undefined) return cached
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  // V8 parses 2025-02-30 as March 2.
  if (Number.isNaN(ms) || fromDayNumber(ms / msPerDay) !== day) {
    throw new RangeError(`a day needs YYYY-MM-DD, got ${day}`)
  }
  numbersByDay.set(day, ms / msPerDay)
  return ms / msPerDay
}

export function fromDayNumber(days: number): IsoDay {
  const cached = daysByNumber.get(days)
  if (cached !== undefined) return cached
  const day = new Date(days * msPerDay).toISOString().slice(0, 10)
  daysByNumber.set(days, day)
  return day
}

export function addDays(day: IsoDay, days: number): IsoDay {
  return fromDayNumber(dayNumber(day) + days)
}

/** The same day of another month, or that month's last day if it is shorter: May 31 minus 3 months is February 28. */
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

export function laterOf(a: IsoDay, b: IsoDay): IsoDay {
  return a > b ? a : b
}

export function earlierOf(a: IsoDay, b: IsoDay): IsoDay {
  return a < b ? a : b
}

/** 1 Monday to 7 Sunday (ISO 8601). */
export function weekdayOf(day: IsoDay): number {
  // 1970-01-01 was a Thursday, ISO weekday 4.
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1
}

/** The ISO 8601 week, '2026-W23'; a week belongs to the year of its Thursday. */
export function isoWeek(day: IsoDay): string {
  const thursday = addDays(day, 4 - weekdayOf(day))
  const year = thursday.slice(0, 4)
  const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** Monday of the week of a day. */
export function mondayOf(day: IsoDay): IsoDay {
  return addDays(day, 1 - weekdayOf(day))
}

/** The Thursday that names the week of an ex-date, Monday to Friday, even if the exchange is closed on it. */
export function thursdayOf(exDate: IsoDay): IsoDay {
  return addDays(exDate, 4 - weekdayOf(exDate))
}

/** 'May 28, 2026', or 'May 28' without the year. */
export function formatLongDay(day: IsoDay, withYear = true): string {
  dayNumber(day)
  const [year = '', month = '', date = ''] = day.split('-')
  const short = `${monthNames[Number(month) - 1] ?? ''} ${Number(date)}`
  return withYear ? `${short}, ${year}` : short
}

/** Created on first use: a phone needs 20 ms for it. */
let withWeekday: Intl.DateTimeFormat | undefined

/** 'Wed, Jul 8' */
export function formatDayWithWeekday(day: IsoDay): string {
  withWeekday ??= new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC'
  })
  return withWeekday.format(new Date(day))
}

/** Comparator by character code for days, symbols and other ASCII text. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
