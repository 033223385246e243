import { monthNames } from '../../admin-api/contract/vocabulary.ts'
import { addDays, mondayOf } from '../../admin-api/market-days/days.ts'
import { dollars, groupThousands, percentValue, withMinus } from '../../admin-api/numbers/format-numbers.ts'

/*
 * Figures and days as visitors read them. Names of months and weekdays are defined here, because names and commas of
 * Intl differ between Node and browsers, and server and client must render the same text.
 */

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/**
 * Money with cents: '$1,234.50', or '€1,234.50' in the currency of an ISO code. Other currencies are for islands only,
 * because Intl differs between Node and browsers.
 */
export function formatMoney(amount: number, currency = 'USD'): string {
  if (currency === 'USD') return dollars(amount, 2)
  return withMinus(amount, Math.abs(amount).toLocaleString('en-US', { style: 'currency', currency }))
}

/** Whole dollars: '$10,000'. */
export function formatDollars(amount: number): string {
  return `$${formatCount(Math.round(amount))}`
}

/** Dollars per share, '$0.3182': distributions need four decimals. */
export function formatDividend(amount: number): string {
  return dollars(amount)
}

/** `percent` is already in percent: 68.9 -> '68.90%'. */
export function formatPercent(percent: number, decimals = 2): string {
  return percentValue(percent, decimals)
}

/** A yield in percent, without decimals where they would be false precision: 266.72 -> '267%', 68.9 -> '68.9%'. */
export function formatYield(percent: number): string {
  return formatPercent(percent, Math.abs(percent) < 100 ? 1 : 0)
}

/** A fraction in percent: 0.689 -> '68.90%'. */
export function formatFraction(fraction: number): string {
  return formatPercent(fraction * 100)
}

/** A change: '+4.0%', '−41.5%', and '0.0%' for a value that rounds to it. */
export function formatChange(percent: number, decimals = 2): string {
  const text = formatPercent(percent, decimals)
  return percent > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** A fraction from 0 to 1 in whole percent: 0.62 -> '62%'. */
export function formatShare(fraction: number): string {
  return formatPercent(fraction * 100, 0)
}

/** A whole number with thousands separators. */
export function formatCount(count: number): string {
  return withMinus(count, groupThousands(Math.abs(count), 0))
}

/** '2026-05-28' -> 'May 28, 2026'; other text is returned unchanged. */
export function formatDay(isoDay: string): string {
  const day = utcDay(isoDay)
  return day === null
    ? isoDay
    : `${monthNames[day.getUTCMonth()]} ${day.getUTCDate()}, ${day.getUTCFullYear()}`
}

/** '2026-05-28' -> 'May 2026' */
export function formatMonth(isoDay: string): string {
  return `${monthNames[Number(isoDay.slice(5, 7)) - 1]} ${isoDay.slice(0, 4)}`
}

/** '2026-05-28' -> 'Thu, May 28', for ex-dates and pay dates. */
export function formatWeekday(isoDay: string): string {
  const day = utcDay(isoDay)
  return day === null ? isoDay : `${weekdays[day.getUTCDay()]}, ${formatShortDay(isoDay)}`
}

/** '2026-05-28' -> 'May 28', where the year is clear. */
export function formatShortDay(isoDay: string): string {
  const day = utcDay(isoDay)
  return day === null ? isoDay : `${monthNames[day.getUTCMonth()]?.slice(0, 3)} ${day.getUTCDate()}`
}

/** '2026-07-20', '2026-07-22' -> 'Jul 20 to 22'; 'Jul 30 to Aug 3' across months. */
export function formatDayRange({ first, last }: { first: string; last: string }): string {
  const end = formatShortDay(last)
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  return `${formatShortDay(first)} to ${isOneMonth ? end.replace(/^\w+ /, '') : end}`
}

/** Monday to Friday of the week of a day: 'Jul 6–10, 2026'; 'Jun 29–Jul 3, 2026' across months. */
export function formatWeek(isoDay: string): string {
  const first = mondayOf(isoDay)
  const last = addDays(first, 4)
  return `${formatDayRange({ first, last }).replace(' to ', '–')}, ${last.slice(0, 4)}`
}

/** '2026-05-28' -> '05/28/2026', as in admin tables. */
export function formatMonthDayYear(isoDay: string): string {
  return isoDay.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')
}

/** '2026-06-01T16:05:09Z' -> '06/01/2026, 16:05:09 UTC' in the local time zone; `timeZone` is for tests. */
export function formatInstant(instant: string, timeZone?: string): string {
  const moment = new Date(instant)
  if (Number.isNaN(moment.getTime())) return instant
  const formatter = new Intl.DateTimeFormat('en-US', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone })
  })
  return formatter.format(moment)
}

/** An instant in New York for visitors: 'July 8, 2026, 6:30 PM EDT'. */
export function formatNewYorkTime(instant: string): string {
  const moment = new Date(instant)
  const zone = { timeZone: 'America/New_York' } as const
  const date = moment.toLocaleDateString('en-US', { ...zone, dateStyle: 'long' })
  const time = { ...zone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  return `${date}, ${moment.toLocaleTimeString('en-US', time)}`
}

/** The public history's dd/mm/yyyy as an ISO day; null for anything else, also for a 31/02. */
export function parseDayMonthYear(text: string): string | null {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  if (parts === null) return null
  const isoDay = `${parts[3]}-${parts[2]}-${parts[1]}`
  return utcDay(isoDay) === null ? null : isoDay
}

/** Whether this is a calendar day, YYYY-MM-DD, for pages that load without the schema library of contract/days.ts. */
export function isCalendarDay(text: string): boolean {
  return utcDay(text) !== null
}

/** Days are calendar days, not instants: read and written in UTC, so no time zone moves them. */
function utcDay(isoDay: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(isoDay)) return null
  const day = new Date(`${isoDay}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== isoDay ? null : day
}

/** Reads '1,234.5', '$12.30', '-400' and '0.25'; NaN for anything else. */
export function readNumber(text: string): number {
  const plain = text
    .trim()
    .replace('−', '-')
    .replace(/^(-?)\$\s*/, '$1')
  const isGrouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)
  const isPlain = /^-?(\d+\.?\d*|\.\d+)$/.test(plain)
  return isGrouped || isPlain ? Number(plain.replaceAll(',', '')) : Number.NaN
}
