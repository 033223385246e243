import type { NewTransaction } from '../ledger/transaction.ts'

/** `line` counts from 1, as an editor shows it; files without lines count their entries. */
export type FileRow = { line: number; cells: string[] }

/** A row that was not imported, with the reason in a sentence. */
export type RowProblem = { line: number; text: string; reason: string }

/** `fileId`: id by which other rows of the file refer to this one; only in our own export. */
export type FileTransaction = NewTransaction & { fileId?: string | undefined }

/** Shares that the account holds according to the file. */
export type FileBalance = { account: string; symbol: string; shares: number }

export type FileReading = {
  /** Name of the broker or program. */
  format: string
  /** Whether the file names its account; otherwise the visitor may. */
  hasAccounts: boolean
  transactions: FileTransaction[]
  /** Names of actions that are understood and change nothing here, such as interest, with the number of rows. */
  skipped: ReadonlyMap<string, number>
  problems: RowProblem[]
  balances: FileBalance[]
}

/** One kind of file. `read` is called only if `recognizes` returned true. */
export type FileFormat = {
  name: string
  recognizes: (rows: readonly FileRow[]) => boolean
  read: (rows: readonly FileRow[]) => FileReading
}

/** Text of a row for messages, short enough for a phone. */
export function rowText(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell.trim() !== '')
    .join(', ')
    .replace(/\s+/g, ' ')
    .slice(0, 80)
}
