import type { RecordEntry } from '../../admin-api/accuracy/record-entry.ts'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { formatDividend } from '../lib/format.ts'
import { linearScale } from '../ui/diagram/scale.ts'
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
  format: formatDividend
}
const chart: Column<RecordEntry> = { heading: 'Chart', cell: (entry) => <RangeChart {...entry} /> }

/** Estimates next to their payments. */
export function EntryTable({ caption, entries, hideSymbol = false }: Props) {
  return (
    <Table
      caption={caption}
      rows={entries}
      columns={[...(hideSymbol ? [] : [fund]), exDate, estimate, ...paidColumns, chart]}
      phones={hideSymbol ? 'led' : 'pairs'}
      isScrollable
      className="entry-table"
    />
  )
}

/** Range, estimate and payment on a line that shows -60 % to +60 % of the estimate. */
function RangeChart({ estimate, low, high, actual, isInRange }: RecordEntry) {
  const scale = linearScale([-60, 60], [4, 92])
  const x = (amount: number) =>
    scale(Math.min(60, Math.max(-60, estimate === 0 ? 0 : 100 * (amount / estimate - 1))))
  const width = Math.max(1, Math.round(10 * (x(high) - x(low))) / 10)
  const label = `80% range ${formatDividend(low)} to ${formatDividend(high)}`
  return (
    <svg className="entry-range" viewBox="0 0 96 16" role="img" aria-label={label}>
      <path d="M0 8h96" />
      <rect x={x(low)} y="5" width={width} height="6" />
      <path d={`M${x(estimate)} 3v10`} />
      <circle className={isInRange ? undefined : 'entry-range__out'} cx={x(actual)} cy="8" r="3" />
    </svg>
  )
}
