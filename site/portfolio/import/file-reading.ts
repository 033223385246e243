import { listOf } from '../../../admin-api/numbers/format-numbers.ts'
import type { CsvLine } from '../../lib/csv.ts'
import type { NewTransaction, TransactionType } from '../ledger/transaction.ts'

/** Brokers and programs whose files can be imported. */
export const importedKinds =
  'Fidelity, Schwab, Robinhood, Vanguard, Interactive Brokers, E*TRADE, Merrill, J.P. Morgan, tastytrade, Firstrade, Webull, Trading 212, OFX, QFX, Portfolio Performance, Ghostfolio, Wealthfolio, Snowball, Yahoo Finance'

/** Files without lines count their entries. `fault`: why the row can't be read, in a sentence. */
export type FileRow = CsvLine & { fault?: string | undefined }

export type FileTransaction = NewTransaction & {
  /** Id by which other rows of the file refer to this one; only in our own export. */
  fileId?: string | undefined
  /** Fields that earlier versions read differently from the same row, so that a repeated import recognizes it. */
  formerly?: { date?: string; type?: TransactionType } | undefined
  /** Whether the price may be the payment per share: only the fund's close that day can tell. */
  isPriceDoubtful?: boolean | undefined
  /** One of the two rows of a split, without the other: only the fund's data can say how shares changed. */
  isHalf?: boolean | undefined
}

export type FileTrade = Extract<FileTransaction, { price: number | null }>

/** A row that takes back a trade: of the same file, of an earlier one, or of none that is known. */
export type FileReversal = {
  /** Of the type `cancel-buy` or `cancel-sell`. */
  trade: FileTrade
  /** Booked by the same row, and only imported together with it. */
  payments: FileTransaction[]
  /** The trade of this file. Neither is imported, unless My Fleet has the trade from an earlier file. */
  original?: FileTrade
  line: number
  text: string
}

/** Shares that the account holds according to the file. */
export type FileBalance = { account: string; symbol: string; shares: number }

export type DayOrder = 'month-first' | 'day-first'
export type Decimals = 'point' | 'comma'

/** Whether an instant in UTC is the midnight with which the next day began where the person was. */
export type InstantDay = 'same-day' | 'next-day'

/** The visitor's answers about cells that can be read in two ways. */
export type FileAnswers = { decimals?: Decimals; days?: DayOrder; instants?: InstantDay }

export type FileQuestion = { text: string; options: { label: string; answers: FileAnswers }[] }

export type ReadOptions = {
  answers: FileAnswers
  /** Separator of a table. */
  delimiter?: string
  /** Called with the share of the work that is done, from 0 to 1. */
  onProgress?: (share: number) => void
}

export type FileReading = {
  /** Name of the broker or program. */
  format: string
  /** Whether the file names its account; otherwise the visitor may. */
  hasAccounts: boolean
  transactions: FileTransaction[]
  reversals?: FileReversal[]
  /** What `line` of a problem counts; lines if it is missing. */
  countsEntries?: boolean
  /** Names of actions that are understood and change nothing here, such as interest, with the number of rows. */
  skipped: ReadonlyMap<string, number>
  /** Rows that were not imported, with the reason in a sentence. */
  problems: { line: number; text: string; reason: string }[]
  /** Sentences on what the visitor should check. */
  notes: string[]
  balances: FileBalance[]
  /** Set if the file can be read in two ways; then the rest is provisional. */
  question?: FileQuestion | undefined
}

/** CUSIPs and ISINs by which the file names funds, each once. */
export function listIdentifiers({ transactions }: FileReading): string[] {
  const isIdentifier = (symbol: string) =>
    /^(?:[A-Z]{2})?[\dA-Z]{8}\d{1,2}$/.test(symbol) && /\d.*\d/.test(symbol)
  return [...new Set(transactions.map(({ symbol }) => symbol).filter(isIdentifier))]
}

/** Says of funds that the file names by unknown identifiers only what the visitor can do. */
export function noteUnknown(
  reading: FileReading,
  identifiers: readonly string[],
  symbols: ReadonlyMap<string, string>
): FileReading {
  const unknown = identifiers.filter((identifier) => !symbols.has(identifier))
  if (unknown.length === 0) return reading
  const note = `The file names ${listOf(unknown)} by CUSIP or ISIN only, which we don’t know. If you hold one of our funds under it, add its transactions by hand with the symbol.`
  return { ...reading, notes: [...reading.notes, note] }
}

/** One kind of file. `read` is called only if `recognizes` returned true. */
export type FileFormat = {
  name: string
  recognizes: (rows: readonly FileRow[]) => boolean
  read: (rows: readonly FileRow[], options: ReadOptions) => FileReading
}

/** Text of a row for messages, short enough for a phone. */
export function rowText(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell.trim() !== '')
    .join(', ')
    .replace(/\s+/g, ' ')
    .slice(0, 80)
}

/** Why a row doesn't fit a header of so many cells, or undefined. */
export function cellCountFault({ length }: readonly string[], expected: number): string | undefined {
  if (length === expected) return undefined
  return `The row has ${length < expected ? 'fewer' : 'more'} cells than the header, so it may be damaged. Export the file again.`
}
