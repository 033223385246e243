import { compareText } from '../../../admin-api/market-days/days.ts'
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
import { plainCell } from './read-cells.ts'
import { readEntries } from './read-entries.ts'
import { countFilled, mostCellsOfFooter, type RowFormat, rowReader } from './row-reader.ts'

/** A table with a header row. Names of columns and actions in lower case; `docs/broker-files.md` explains each field. */
export type ColumnFormat = RowFormat & {
  name: string
  /** Column names that together occur in no other format; several lists for several versions of the export. */
  headers: readonly (readonly string[])[]
  /** Whether the newest row comes first; rows on several days decide for themselves. */
  isNewestFirst?: boolean
  /** For files without lines, whose rows are numbered by us. */
  countsEntries?: boolean
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
