import { pathOfFund } from '../../admin-api/contract/pages.ts'
import type { RecordEntry } from '../../admin-api/contract/record.ts'
import { formatDay, formatDividend } from '../lib/format.ts'
import { Table } from '../ui/Table.tsx'
import type { Column } from '../ui/table-columns.ts'
import { formatError, verdictOf } from './format-accuracy.ts'
import './paid-columns.css'

/** A payment and its estimate; null if it was not paid. */
type PaidEntry = {
  actual: number | null
  errorPercent: number | null
  isInRange: boolean
  correctedOn: string | null
}

function wordOf({ errorPercent, isInRange }: PaidEntry) {
  return errorPercent === null ? null : verdictOf({ errorPercent, isInRange })
}

/** The payment, the error of its estimate, and a mark: filled circle for close, hollow for in range, cross for a miss. */
export const paidColumns: Column<PaidEntry>[] = [
  {
    heading: 'Paid',
    figure: ({ actual }) => actual,
    format: formatDividend,
    missing: () => 'not paid',
    className: 'semibold',
    note: ({ correctedOn }) => correctedOn && `corrected on ${formatDay(correctedOn)}`
  },
  { heading: 'Error', figure: ({ errorPercent }) => errorPercent, format: formatError },
  {
    heading: 'Result',
    words: wordOf,
    cell: (entry) => {
      const word = wordOf(entry)
      return word && <span className={`entry-mark entry-mark--${word.replace(' ', '-')}`}>{word}</span>
    }
  }
]

type Props = {
  caption: string
  entries: readonly RecordEntry[]
  /** All entries are of one fund. */
  hideSymbol?: boolean
}

const fund: Column<RecordEntry> = {
  heading: 'Fund',
  symbol: ({ symbol }) => symbol,
  href: ({ symbol }) => pathOfFund(symbol)
}
// The link checks the estimate in the signed record.
const exDate: Column<RecordEntry> = {
  heading: 'Ex-date',
  day: (entry) => entry.exDate,
  href: ({ checkPath }) => checkPath
}
const estimate: Column<RecordEntry> = {
  heading: 'Estimate',
  figure: (entry) => entry.estimate,
  format: formatDividend,
  note: ({ low, high }) => `${formatDividend(low)} to ${formatDividend(high)}`
}

/** Estimates next to their payments. */
export function EntryTable({ caption, entries, hideSymbol = false }: Props) {
  return (
    <Table
      caption={caption}
      rows={entries}
      columns={[...(hideSymbol ? [] : [fund]), exDate, estimate, ...paidColumns]}
      phones={hideSymbol ? 'led' : 'pairs'}
      isScrollable
      className="entry-table"
    />
  )
}
