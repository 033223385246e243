import type { RecordEntry } from '../../admin-api/accuracy/record-entry.ts'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { formatDividend } from '../lib/format.ts'
import { Table } from '../ui/Table.tsx'
import type { Column } from '../ui/table-columns.ts'
import { paidColumns } from './paid-columns.tsx'

type Props = {
  caption: string
  entries: readonly RecordEntry[]
  /** All entries are of one fund. */
  hideSymbol?: boolean
}

const fund: Column<RecordEntry> = {
  heading: 'Fund',
  words: ({ symbol }) => symbol,
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
