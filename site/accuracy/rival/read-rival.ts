import { type HubOrigin, hubAmountId, hubOrigins } from '../../../admin-api/contract/record-hub.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { type CsvLine, readCsv } from '../../lib/csv.ts'
import { isCalendarDay, readNumber } from '../../lib/format.ts'

/** A visitor's forecast of one payment, dollars a share. */
export type RivalForecast = {
  symbol: string
  exDate: string
  /** Null if the file doesn't say. */
  origin: HubOrigin | null
  /** Null if only quantiles are given. */
  amount: number | null
  /** By level, 0 to 1. */
  quantiles: ReadonlyMap<number, number>
}

/** `fault`: a sentence that names the line and the next step. */
export type RivalReading = { ok: true; forecasts: readonly RivalForecast[] } | { ok: false; fault: string }

/** Bytes or characters of a file. */
export const largestFile = 5_000_000
export const tooLarge = 'This file is larger than 5 MB. Split it by year.'
const mostRows = 100_000
/** Dollars a share. */
const largestValue = 10_000

/** Names of columns: ours first, then those of a forecast hub and others in use. */
const namesOf = {
  symbol: ['symbol', 'location', 'ticker', 'fund'],
  exDate: ['ex_date', 'target_end_date', 'ex-date', 'ex date'],
  value: ['value', 'estimate', 'amount'],
  level: ['quantile', 'output_type_id'],
  type: ['output_type'],
  origin: ['origin']
} as const
type Name = keyof typeof namesOf

/** The content of one line. */
type Row = Pick<RivalForecast, 'symbol' | 'exDate' | 'origin'> & {
  /** Null for the amount itself. */
  level: number | null
  value: number
}

/** Reads forecasts with columns symbol, ex_date, value and maybe quantile, or those of a forecast hub. All or nothing. */
export function readRival(text: string): RivalReading {
  if (text.trim() === '') return refuse('This file is empty. Choose a CSV with your forecasts.')
  if (text.length > largestFile) return refuse(tooLarge)
  const rows = text.match(/\n|\r(?!\n)/g)?.length ?? 0
  if (rows > mostRows + 1)
    return refuse(`The file has ${countOf(rows, 'line')}; 100,000 fit. Split it by year.`)
  const [head, ...lines] = readCsv(text)
  const columns = findColumns(head?.cells ?? [])
  if (columns === null)
    return refuse(
      'The first line must name the columns symbol, ex_date and value, or those of a forecast hub: location, target_end_date, output_type, output_type_id and value. Save spreadsheets as CSV.'
    )
  if (lines.length === 0)
    return refuse('The file has column names but no forecast. Add a line for each payment.')
  return collect(lines, columns)
}

function refuse(fault: string): { ok: false; fault: string } {
  return { ok: false, fault }
}

type Columns = Record<'symbol' | 'exDate' | 'value', number> & Partial<Record<Name, number>>

/** Positions of the columns; null if a needed one is missing. */
function findColumns(cells: readonly string[]): Columns | null {
  const heads = cells.map((cell) => cell.toLowerCase())
  const find = (name: Name) =>
    namesOf[name].map((alias) => heads.indexOf(alias)).find((position) => position >= 0)
  const [symbol, exDate, value] = [find('symbol'), find('exDate'), find('value')]
  if (symbol === undefined || exDate === undefined || value === undefined) return null
  const others = (['level', 'type', 'origin'] as const).flatMap((name) => {
    const at = find(name)
    return at === undefined ? [] : [[name, at] as const]
  })
  return { symbol, exDate, value, ...Object.fromEntries(others) }
}

function collect(lines: readonly CsvLine[], columns: Columns): RivalReading {
  const forecasts = new Map<string, RivalForecast & { quantiles: Map<number, number> }>()
  const lineOf = new Map<string, number>()
  for (const { line, cells } of lines) {
    const row = readRow(cells, columns)
    if (typeof row === 'string') return refuse(`Line ${line}: ${row}`)
    const { symbol, exDate, origin, level, value } = row
    const payment = `${symbol} ${exDate} ${origin ?? ''}`
    const before = lineOf.get(`${payment} ${level}`)
    if (before !== undefined)
      return refuse(
        `Line ${line}: repeats line ${before}, ${symbol} of ${exDate}${level === null ? '' : ` at ${level}`}. Keep one of them.`
      )
    lineOf.set(`${payment} ${level}`, line)
    const forecast = forecasts.get(payment) ?? { symbol, exDate, origin, amount: null, quantiles: new Map() }
    if (level === null) forecast.amount = value
    else forecast.quantiles.set(level, value)
    forecasts.set(payment, forecast)
  }
  for (const { symbol, exDate, quantiles } of forecasts.values())
    if (isCrossed(quantiles))
      return refuse(
        `The quantiles of ${symbol} of ${exDate} are not ascending: a higher one must not be a smaller amount. Sort them.`
      )
  return { ok: true, forecasts: [...forecasts.values()] }
}

function isCrossed(quantiles: ReadonlyMap<number, number>): boolean {
  const values = [...quantiles].sort(([a], [b]) => a - b).map(([, value]) => value)
  return values.some((value, i) => value < (values[i - 1] ?? 0))
}

/** Returns the row, or what is wrong with it. */
function readRow(cells: readonly string[], columns: Columns): Row | string {
  const cell = (name: Name) => cells[columns[name] ?? -1] ?? ''
  const symbol = cell('symbol').toUpperCase()
  if (!/^[A-Z]{1,5}$/.test(symbol))
    return `${quoted(cell('symbol'))} is no symbol. Write 1 to 5 letters, such as MSTY.`
  const exDate = cell('exDate')
  if (!isCalendarDay(exDate)) return `${quoted(exDate)} is no ex-date. Write it as 2026-05-28.`
  const value = readNumber(cell('value'))
  if (!(value >= 0 && value <= largestValue))
    return `${quoted(cell('value'))} is no amount. Write dollars a share, such as 0.3125.`
  const origin = readOrigin(cell('origin'))
  if (origin === undefined) return `the origin ${quoted(cell('origin'))} is neither live nor backtested.`
  const level = readLevel(cell('type').toLowerCase(), cell('level'))
  return typeof level === 'string' ? level : { symbol, exDate, origin, level, value }
}

function readOrigin(text: string): HubOrigin | null | undefined {
  if (text === '') return null
  if (text === 'replayed') return 'backtested'
  return hubOrigins.find((origin) => origin === text)
}

/** The level of a quantile, null for the amount itself, or what is wrong. */
function readLevel(type: string, text: string): number | null | string {
  if (!['', 'median', 'quantile'].includes(type))
    return `output_type is ${quoted(type)}. Only median and quantile are compared; leave out the other rows.`
  const isEmpty = text === '' || text.toUpperCase() === hubAmountId
  if (type === 'median' || (type === '' && isEmpty)) return null
  const level = readNumber(text)
  return level > 0 && level < 1
    ? level
    : `${quoted(text)} is no quantile. Write a share between 0 and 1, such as 0.9, or leave it empty for the amount itself.`
}

function quoted(text: string): string {
  return text === '' ? 'an empty cell' : `“${text.slice(0, 30)}”`
}
