import { isCalendarDay } from '../../lib/format.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * ISO day of '05/04/2026', '5/4/26', '2026-05-04T10:00', '20260504;100000', 'May-04-2026', '04-May-26' or '04.05.2026';
 * null for anything else. In '07/15/2024 as of 07/12/2024' the second day counts: that of the trade.
 * @param order of numbers with slashes
 */
export function readFileDay(text: string, order: 'month-first' | 'day-first'): string | null {
  const [, asOf] = /as of (\S+)/i.exec(text) ?? []
  const plain = (asOf ?? text).trim()
  const iso = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})/.exec(plain)
  if (iso !== null) return toDay(iso[1], iso[2], iso[3])
  const named = /^([a-z]{3})[a-z]*[- ](\d{1,2}),?[- ](\d{4})/i.exec(plain)
  const month = months.indexOf((named?.[1] ?? '').toLowerCase())
  if (named !== null && month >= 0) return toDay(named[3], String(month + 1), named[2])
  const [, date, name, inYear = ''] =
    /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ](\d{4}|\d{2})(?!\d)/i.exec(plain) ?? []
  const namedMonth = months.indexOf((name ?? '').toLowerCase())
  if (namedMonth >= 0) return toDay(fullYear(inYear), String(namedMonth + 1), date)
  const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(plain)
  if (numbers === null) return null
  const [, first, separator, second, year = ''] = numbers
  const isDayFirst = separator === '.' || order === 'day-first'
  return toDay(fullYear(year), isDayFirst ? second : first, isDayFirst ? first : second)
}

function fullYear(year: string): string {
  return year.length === 2 ? `20${year}` : year
}

function toDay(year = '', month = '', date = ''): string | null {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isCalendarDay(day) ? day : null
}

/**
 * Number in '$1,234.50', '(12.30)', '-$5', '1.234,50 €' or '12.3-'; null for an empty cell, NaN for other text. A
 * trailing letter of a share count ('400S') is ignored.
 */
export function readFileNumber(text: string, decimals: 'point' | 'comma'): number | null {
  const plain = text.trim().replace(/[\s"'$€£\u00a0]|USD|EUR|GBP/g, '')
  if (/^(?:|-+|n\/a|notavailable)$/i.test(plain)) return null
  const isNegative = /^\(.*\)$|^[-\u2212]|-$/.test(plain)
  const digits = plain.replace(/[()+\-\u2212S]/g, '')
  const point =
    decimals === 'comma' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(point)) return Number.NaN
  return isNegative ? -Number(point) : Number(point)
}

/** Whether amounts have decimal commas: '1.234,50' or '12,3', and none has a decimal point. */
export function hasDecimalCommas(cells: readonly string[]): boolean {
  return (
    cells.some((cell) => /\d,\d{1,2}$|\.\d{3},\d/.test(cell)) && !cells.some((cell) => /,\d{3}\./.test(cell))
  )
}

/** Text of a cell without what spreadsheets add: '="MSTY"' and a leading apostrophe. Never evaluated. */
export function plainCell(text: string): string {
  return text
    .trim()
    .replace(/^="?(.*?)"?$/, '$1')
    .replace(/^'/, '')
    .trim()
}
