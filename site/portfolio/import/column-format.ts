import { compareText, formatLongDay } from '../../../admin-api/market-days/days.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount } from '../../lib/format.ts'
import {
  cellCountFault,
  type FileBalance,
  type FileFormat,
  type FileReading,
  type FileReversal,
  type FileRow,
  type FileTransaction,
  type ReadOptions,
  rowText
} from './file-reading.ts'
import {
  chooseLocalDays,
  chooseReader,
  plainCell,
  readFileDay,
  readFileNumber,
  sumOfFees
} from './read-cells.ts'
import { readEntries } from './read-entries.ts'
import type { Meaning, RowEntry } from './row-entry.ts'

const textColumns = ['date', 'action', 'symbol', 'description', 'account', 'currency'] as const
const figureColumns = ['shares', 'price', 'fee', 'amount', 'withheld'] as const
type Column = (typeof textColumns)[number] | (typeof figureColumns)[number]

/** Our columns, with the names they have or had in any version of the file. All `fee` columns are added up. */
export type ColumnNames = Partial<Record<Column, readonly string[]>>

/** A table with a header row. Names of columns and actions in lower case; `docs/broker-files.md` explains each field. */
export type ColumnFormat = {
  name: string
  /** Column names that together occur in no other format; several lists for several versions of the export. */
  headers: readonly (readonly string[])[]
  columns: ColumnNames
  /** Order of dates with slashes that the file itself doesn't prove; `ask` where it depends on the visitor's settings. */
  days: 'month-first' | 'ask'
  /** Whether the newest row comes first; rows on several days decide for themselves. */
  isNewestFirst?: boolean
  /** Every action name by its meaning, separated by commas. */
  actions: Partial<Record<Meaning, string>>
  /** For actions that begin or end with the name of a fund; tried in order after `actions`. */
  patterns?: readonly (readonly [RegExp, Meaning])[]
  /** For files without lines, whose rows are numbered by us. */
  countsEntries?: boolean
  /** Adds or corrects what the columns don't say; null drops the row. */
  adjust?: (entry: RowEntry, cellOf: (name: string) => string) => RowEntry | null
  /** Name of the account from the lines above the header. */
  accountIn?: (titles: string) => string | undefined
  /** Note for the visitor: a doubt about files with these columns. */
  noteOn?: (names: readonly string[]) => string | undefined
  /** Column names of tables below the first one that have nothing to import; others may have one of `headers`. */
  otherTables?: readonly (readonly string[])[]
  /** Shares held, from a table of positions in the same file. */
  balancesIn?: (rows: readonly FileRow[]) => FileBalance[]
}

/** Rows between two reports of progress. */
const rowsOfStep = 2000
/** A total or a notice; a damaged row has more cells. */
const mostCellsOfFooter = 3
/** Rows above the header: title, account, period, positions. */
const titleRows = 400

export function columnFormat(format: ColumnFormat): FileFormat {
  return {
    name: format.name,
    recognizes: (rows) => findHeader(format, rows) >= 0,
    read: (rows, options) => readColumns(format, rows, options)
  }
}

function namesOf({ cells }: FileRow): string[] {
  return cells.map((cell) => plainCell(cell).toLowerCase().replace(/\s+/g, ' '))
}

function countFilled({ cells }: FileRow): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

/** The header of another table: words only. A transaction has a day, a footer fewer cells. */
function isHeading(row: FileRow): boolean {
  return (
    row.fault === undefined &&
    countFilled(row) > mostCellsOfFooter &&
    row.cells.every((cell) => !/\d/.test(cell))
  )
}

function findHeader({ headers }: ColumnFormat, rows: readonly FileRow[]): number {
  return rows.slice(0, titleRows).findIndex((row) => {
    const names = new Set(namesOf(row))
    return headers.some((needed) => needed.every((name) => names.has(name)))
  })
}

/** Transactions, skipped actions and problems of the rows below the header. */
export function readColumns(
  format: ColumnFormat,
  rows: readonly FileRow[],
  options: ReadOptions
): FileReading {
  const start = findHeader(format, rows)
  const header = rows[start]
  const names = header === undefined ? [] : namesOf(header)
  const below = rows
    .slice(start + 1)
    .filter((row) => countFilled(row) > 1 && namesOf(row).join() !== names.join())
  const nextTable = below.findIndex(isHeading)
  const rest = nextTable < 0 ? [] : below.slice(nextTable)
  const other = readOtherTable(format, rest, options)
  const filled = nextTable < 0 ? below : below.slice(0, nextTable)
  // Some programs end all rows with a separator, but not the header.
  const isPadded =
    names.at(-1) !== '' &&
    filled.every(
      ({ cells }) => cells.length !== names.length && cells.slice(names.length).every((cell) => cell === '')
    )
  const body = filled.map(({ fault, ...row }): FileRow => {
    const cells = isPadded ? row.cells.slice(0, names.length) : row.cells
    return { ...row, cells, fault: header?.fault ?? fault ?? cellCountFault(cells, names.length) }
  })
  const usedNames = new Set(Object.values(format.columns).flat())
  const titles = rows.slice(0, start)
  const titleAccount = format.accountIn?.(titles.map(({ cells }) => cells.join(' ')).join('\n'))
  const { readRow, question } = rowReader(format, names, body, options)
  const read = body.flatMap((row, index) => {
    if (index % rowsOfStep === 0) options.onProgress?.(index / body.length)
    const entry = readRow(row)
    if (entry === null) return []
    const account = entry.account === '' ? (titleAccount ?? format.name) : entry.account
    const { fault } = row
    return [{ row, entry: { ...entry, account, fault, text: fault && row.cells.join(' ') } }]
  })
  const entries = read.map(({ entry }) => entry)
  const transactions: FileTransaction[][] = []
  const skipped = new Map<string, number>()
  const problems: FileReading['problems'] = []
  const reversals: FileReversal[] = []
  const notes = [format.noteOn?.(names) ?? []].flat()
  if (isPadded && filled.length > 0)
    notes.push('All rows have more cells than the header. Check that figures are in their columns.')
  const rowAt = (index: number) => (read[index] as (typeof read)[number]).row
  const noun = format.countsEntries === true ? 'entry' : 'line'
  const nameOf = (index: number) => `${noun} ${formatCount(rowAt(index).line)}`
  const { results, reversals: takenBack } = readEntries(entries, format.name, nameOf)
  for (const [index, result] of results.entries()) {
    const { line, cells, end } = rowAt(index)
    const reversal = takenBack.get(index)
    if (reversal !== undefined) reversals.push({ ...reversal, line, text: rowText(cells) })
    const isLastUsed = usedNames.has(names[cells.length - 1] ?? '')
    if (result.kind === 'problem') problems.push({ line, text: rowText(cells), reason: result.reason })
    else if (result.kind === 'skipped') skipped.set(result.action, (skipped.get(result.action) ?? 0) + 1)
    else transactions.push(result.transactions)
    if (end === 'open' && isLastUsed && result.kind === 'read')
      notes.push(
        `The file ends in line ${line} without a line break, so its last cell may be cut off. Check “${rowText(cells)}”.`
      )
  }
  const unread = other === null ? rest : []
  if (unread[0] !== undefined)
    problems.push({
      line: unread[0].line,
      text: rowText(unread[0].cells),
      reason: `Another table begins here, and its ${countOf(unread.length - 1, 'row')} weren’t read. If it has transactions, save it as a file of its own and import that.`
    })
  // Decides which of two purchases on one day was the first.
  const days = entries.flatMap(({ date }) => date ?? [])
  const steps = days.reduce((sum, day, index) => sum + compareText(day, days[index - 1] ?? day), 0)
  if (steps < 0 || (steps === 0 && format.isNewestFirst === true)) transactions.reverse()
  return {
    format: format.name,
    hasAccounts:
      titleAccount !== undefined || format.columns.account?.some((name) => names.includes(name)) === true,
    transactions: [...transactions.flat(), ...(other?.transactions ?? [])],
    reversals: [...reversals, ...(other?.reversals ?? [])],
    countsEntries: format.countsEntries === true,
    skipped: addCounts(skipped, other?.skipped ?? new Map()),
    problems: [...problems, ...(other?.problems ?? [])],
    notes: [...new Set([...notes, ...(other?.notes ?? [])])],
    question: question ?? other?.question,
    balances: format.balancesIn?.(titles) ?? []
  }
}

/** Another table of a format: one of its own headers, below one that has nothing to import. Null if it isn't known. */
function readOtherTable(
  format: ColumnFormat,
  rows: readonly FileRow[],
  options: ReadOptions
): FileReading | null {
  const names = new Set(rows[0] === undefined ? [] : namesOf(rows[0]))
  const hasNames = (needed: readonly string[]) => needed.every((name) => names.has(name))
  if (format.otherTables === undefined) return null
  if (format.headers.some(hasNames)) return readColumns(format, rows, options)
  if (!format.otherTables.some(hasNames)) return null
  const next = rows.findIndex((row, index) => index > 0 && isHeading(row))
  return readOtherTable(format, next < 0 ? [] : rows.slice(next), options) ?? readColumns(format, [], options)
}

function addCounts(
  counts: ReadonlyMap<string, number>,
  more: ReadonlyMap<string, number>
): ReadonlyMap<string, number> {
  const sums = new Map(counts)
  for (const [name, count] of more) sums.set(name, (sums.get(name) ?? 0) + count)
  return sums
}

/** `readRow` returns null for footers: rows without a day and without a known action. */
function rowReader(
  format: ColumnFormat,
  names: readonly string[],
  body: readonly FileRow[],
  { answers, delimiter }: ReadOptions
) {
  const placesOf = (column: Column) =>
    (format.columns[column] ?? []).map((name) => names.indexOf(name)).filter((index) => index >= 0)
  const places = new Map([...textColumns, ...figureColumns].map((column) => [column, placesOf(column)]))
  const textIn = ({ cells }: FileRow, column: Column) =>
    // A dash is an empty cell.
    (places.get(column) ?? [])
      .map((index) => plainCell(cells[index] ?? ''))
      .find((text) => !/^-*$/.test(text)) ?? ''
  const instants = chooseLocalDays(
    body.map((row) => textIn(row, 'date')),
    answers.instants
  )
  const dayIn = (row: FileRow) => {
    const [asOf] = /\bas of \S*\d/i.exec(textIn(row, 'action')) ?? []
    return { asOf, booked: instants.read(textIn(row, 'date')) }
  }
  const figures = figureColumns.flatMap((column) => places.get(column) ?? [])
  // A damaged row must not decide about others.
  const whole = body.filter(({ fault }) => fault === undefined)
  const numbers = chooseReader(
    whole.flatMap(({ cells }) => figures.map((index) => cells[index] ?? '')),
    {
      noun: 'number',
      answerTo: (decimals) => ({ decimals }),
      read: readFileNumber,
      ways: ['point', 'comma'],
      chosen: answers.decimals,
      // Semicolons separate the cells where a comma separates decimals.
      isUsual: (cell) => delimiter !== ';' && !cell.includes(','),
      label: (number) =>
        number?.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 3 }) ?? ''
    }
  )
  const days = chooseReader(
    whole.flatMap((row) => {
      const { asOf, booked } = dayIn(row)
      return [asOf, booked, booked.replace(/ as of .*/i, '')].filter((text) => text !== undefined)
    }),
    {
      noun: 'day',
      answerTo: (order) => ({ days: order }),
      read: readFileDay,
      ways: ['month-first', 'day-first'],
      chosen: answers.days,
      isUsual: () => format.days === 'month-first',
      label: (day) => formatLongDay(day ?? '')
    }
  )
  const meanings = new Map(
    Object.entries(format.actions).flatMap(([meaning, list]) =>
      list.split(/,\s*/).map((name) => [name, meaning as Meaning])
    )
  )
  const readRow = (row: FileRow): RowEntry | null => {
    const { cells } = row
    const cellOf = (name: string) => plainCell(cells[names.indexOf(name)] ?? '')
    const textOf = (column: Column) => textIn(row, column)
    const numberOf = (column: Column) => numbers.read(textOf(column))
    const action = textOf('action').replace(/\s+/g, ' ')
    const { asOf, booked } = dayIn(row)
    const bookedOn = days.read(booked)
    const date = (asOf === undefined ? null : days.read(asOf)) ?? bookedOn
    const name = action.trim().toLowerCase()
    const meaning = meanings.get(name) ?? format.patterns?.find(([pattern]) => pattern.test(name))?.[1]
    const isFooter = countFilled(row) <= mostCellsOfFooter
    if (date === null && meaning === undefined && isFooter && !/^\d/.test(booked)) return null
    // What earlier versions read as the day: of an instant, that in UTC.
    const isInstant = booked !== textOf('date')
    const formerDay = isInstant ? readFileDay(textOf('date'), 'month-first') : bookedOn
    const fees = (places.get('fee') ?? []).map((index) => numbers.read(cells[index] ?? '') ?? 0)
    const entry: RowEntry = {
      action,
      meaning,
      date,
      dayText: textOf('date'),
      symbol: textOf('symbol').toUpperCase(),
      description: textOf('description').replace(/\s+/g, ' '),
      shares: numberOf('shares'),
      price: numberOf('price'),
      amount: numberOf('amount'),
      withheld: numberOf('withheld'),
      fee: sumOfFees(fees),
      account: textOf('account').replaceAll('"', '').slice(0, 60),
      currency: textOf('currency').toUpperCase(),
      ...(formerDay !== date && formerDay !== null && { formerly: { date: formerDay } })
    }
    return format.adjust === undefined ? entry : format.adjust(entry, cellOf)
  }
  return { readRow, question: numbers.question ?? days.question ?? instants.question }
}
