import type { Trade, TransactionType } from '../ledger/transaction.ts'
import type { FileTransaction } from './file-reading.ts'

/**
 * Meaning of an action. `trade` and `transfer` go by the sign of the shares. `drip`: a payment and the shares bought
 * with it in one row. `skip`: understood, changes neither shares nor payments. `by-hand`: changes shares in a way that
 * can't be imported.
 */
export type Meaning = TransactionType | 'trade' | 'transfer' | 'drip' | 'skip' | 'by-hand'

/** One row after its cells were read; figures are null where the cell is empty. */
export type RowEntry = {
  action: string
  meaning: Meaning | undefined
  date: string | null
  /** The day as the file has it. */
  dayText: string
  symbol: string
  description: string
  shares: number | null
  price: number | null
  fee: number
  amount: number | null
  /** Tax withheld from the payment of this row. */
  withheld: number | null
  account: string
  currency: string
  /** Whether the row takes back a trade; set by brokers that say so instead of changing the signs. */
  isReversal?: boolean
  isPriceDoubtful?: boolean
  /** Whether the broker books such a split in two rows, of which this is one. */
  isHalf?: boolean
  /** Cells of a damaged row, whose columns can't be trusted. */
  text?: string | undefined
  /** Why the row can't be read, in a sentence. */
  fault?: string | undefined
  formerly?: FileTransaction['formerly']
  /** Details of a trade that only our own export has. */
  own?: Pick<Trade, 'lots' | 'boughtOn' | 'source'> & Pick<FileTransaction, 'fileId'>
}

/** Outcome of a row. */
export type RowResult =
  | { kind: 'read'; transactions: FileTransaction[] }
  | { kind: 'skipped'; action: string }
  | { kind: 'problem'; reason: string }
