import { addDays, formatLongDay } from '../../../admin-api/market-days/days.ts'
import { isCalendarDay } from '../../lib/format.ts'
import type { DayOrder, Decimals, FileAnswers, FileQuestion, InstantDay } from './file-reading.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * ISO day of '05/04/2026', '5/4/26', '2026-05-04T10:00', '20260504;100000', 'May-04-2026', '04-May-26' or '04.05.2026';
 * null for anything else. In '07/15/2024 as of 07/12/2024' the second day counts: that of the trade.
 * @param order of numbers with slashes
 */
export function readFileDay(text: string, order: DayOrder): string | null {
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

/** Whole dollars with or without separated thousands, and a fraction. A separator stands before exactly three digits. */
const numberForms = {
  point: /^(?:(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d*)?|\.\d+)$/,
  comma: /^(?:(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d*)?|,\d+)$/
}

/**
 * Number in '$1,234.50', '(12.30)', '-$5', '1.234,50 €' or '12.3-'; null for an empty cell, NaN for other text. A
 * trailing letter of a share count ('400S') is ignored.
 */
export function readFileNumber(text: string, decimals: Decimals): number | null {
  const plain = text.trim().replace(/[\s"'$€£\u00a0]|USD|EUR|GBP/g, '')
  if (/^(?:|-+|n\/a|notavailable)$/i.test(plain)) return null
  const [, bracket, sign, digits = '', minus, closing] =
    /^(\()?([-+\u2212]?)([\d.,]+)(-?)S?(\))?$/.exec(plain) ?? []
  if (!numberForms[decimals].test(digits) || bracket?.length !== closing?.length) return Number.NaN
  const point =
    decimals === 'comma' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  const isNegative = bracket !== undefined || sign === '-' || sign === '\u2212' || minus === '-'
  return isNegative ? -Number(point) : Number(point)
}

/** NaN for a fee and a rebate in one row: one of their signs may be damaged. */
export function sumOfFees(fees: readonly number[]): number {
  const isMixed = fees.some((fee) => fee < 0) && fees.some((fee) => fee > 0)
  return isMixed ? Number.NaN : Math.abs(fees.reduce((sum, fee) => sum + fee, 0))
}

type Value = string | number | null

type Choice<Way, Read extends Value> = {
  /** Content of a cell as a question names it. */
  noun: string
  answerTo: (way: Way) => FileAnswers
  read: (text: string, way: Way) => Read
  ways: readonly [Way, Way]
  /** Way that the visitor chose. */
  chosen: Way | undefined
  /** Whether a cell that can be read in both ways is read in the first one without asking. */
  isUsual: (cell: string) => boolean
  label: (value: Read) => string
}

/**
 * Reads all cells of a file in the way that some of them prove: '10,72' has a decimal comma, '31/12/2025' begins with
 * the day. If cells prove both, those that can be read in two ways are unreadable. `question`: asks for the way,
 * where nothing proves one.
 */
export function chooseReader<Way, Read extends Value>(
  cells: readonly string[],
  { noun, answerTo, read, ways: [first, second], chosen, isUsual, label }: Choice<Way, Read>
): { read: (text: string) => Read; question?: FileQuestion } {
  if (chosen !== undefined) return { read: (text) => read(text, chosen) }
  const proven = new Set<Way>()
  let doubtful: string | undefined
  for (const cell of cells) {
    const [one, other] = [read(cell, first), read(cell, second)]
    if (Object.is(one, other)) continue
    if (!isReadable(other)) proven.add(first)
    else if (!isReadable(one)) proven.add(second)
    else if (!isUsual(cell)) doubtful ??= cell
  }
  const [way = first, otherWay] = proven
  if (proven.size === 0 && doubtful !== undefined) {
    const optionOf = (choice: Way) => ({ label: label(read(doubtful, choice)), answers: answerTo(choice) })
    const text = `Which ${noun} is “${plainCell(doubtful)}” in this file?`
    return {
      read: (cell) => read(cell, first),
      question: { text, options: [optionOf(first), optionOf(second)] }
    }
  }
  if (otherWay === undefined) return { read: (text) => read(text, way) }
  const unreadable = read('?', first)
  return {
    read: (text) => {
      const [one, other] = [read(text, first), read(text, second)]
      if (Object.is(one, other) || !isReadable(other)) return one
      return isReadable(one) ? unreadable : other
    }
  }
}

function isReadable(value: Value): boolean {
  return value !== null && !Number.isNaN(value)
}

/**
 * Reads instants in UTC as days of the person: programs store a day as the midnight with which it began there. From 11:00 on
 * that is a midnight east of Greenwich, so 23:00 (Berlin in winter) is the next day; up to 10:00 it is one in the west. In the
 * hours in which US exchanges are open, an instant may be that of a trade: there it is a midnight if all instants of the file
 * are, on several days. Other text stays as it is.
 */
export function chooseLocalDays(
  cells: readonly string[],
  chosen: InstantDay | undefined
): { read: (text: string) => string; question?: FileQuestion } {
  const found = cells.flatMap((cell) => readInstant(cell) ?? [])
  const [first] = found
  if (first === undefined) return { read: (text) => text }
  const minutes = [...new Set(found.map(({ minute }) => minute))].sort((a, b) => a - b)
  const [earliest = 0, latest = earliest] = minutes
  // A zone has one midnight, or two that are an hour apart, in summer and in winter.
  const isOneZone =
    minutes.length === 1 || (minutes.length === 2 && [60, 23 * 60].includes(latest - earliest))
  const areMidnights = isOneZone && found.every(({ isWhole }) => isWhole)
  const isMarketHour = (minute: number) => minute >= 13 * 60 && minute < 21.5 * 60
  const isNextDay = ({ minute, isWhole }: Instant) =>
    isWhole && minute >= 11 * 60 && (!isMarketHour(minute) || (areMidnights && chosen !== 'same-day'))
  const read = (text: string) => {
    const instant = readInstant(text)
    if (instant === null) return text
    return isNextDay(instant) ? addDays(instant.day, 1) : instant.day
  }
  const days = new Set(found.map(({ day }) => day))
  const isDoubtful = areMidnights && days.size === 1 && minutes.some(isMarketHour)
  if (!isDoubtful || chosen !== undefined) return { read }
  const options = (['same-day', 'next-day'] as const).map((instants) => ({
    label: formatLongDay(instants === 'same-day' ? first.day : addDays(first.day, 1)),
    answers: { instants }
  }))
  return { read, question: { text: `Which day is “${first.text}” in this file?`, options } }
}

/** `minute` of the UTC day; `isWhole`: midnight somewhere, where offsets are quarters of an hour. */
type Instant = { text: string; day: string; minute: number; isWhole: boolean }

function readInstant(text: string): Instant | null {
  const [, day = '', hours, minutes, seconds = '00'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?Z$/.exec(text) ?? []
  if (!isCalendarDay(day)) return null
  const minute = 60 * Number(hours) + Number(minutes)
  return { text, day, minute, isWhole: minute % 15 === 0 && seconds === '00' }
}

/** Text of a cell without what spreadsheets add: '="MSTY"' and a leading apostrophe. Never evaluated. */
export function plainCell(text: string): string {
  return text
    .trim()
    .replace(/^="?(.*?)"?$/, '$1')
    .replace(/^'/, '')
    .trim()
}

type Element = Record<string, unknown>

/** Element of XML that was parsed into objects, by its path 'A/B'; attributes are elements too. */
export function childOf(element: unknown, path: string): unknown {
  return path.split('/').reduce((parent, name) => (isElement(parent) ? parent[name] : undefined), element)
}

/** Elements of one path; the parser returns a single one without a list. */
export function childrenOf(element: unknown, path: string): Element[] {
  const child = childOf(element, path)
  return (Array.isArray(child) ? child : [child]).filter(isElement)
}

export function textOf(element: unknown, path: string): string {
  const value = childOf(element, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
