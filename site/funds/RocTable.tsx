import { pathOfFund } from '../../admin-api/contract/pages.ts'
import type { RocFundRow } from '../../admin-api/contract/return-of-capital.ts'
import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { describeRoc } from '../../admin-api/returns/return-of-capital.ts'
import { formatRate } from '../accuracy/format-accuracy.ts'
import { Table } from '../ui/Table.tsx'
import type { Column } from '../ui/table-columns.ts'

/** '22.5 points' */
export function formatPoints(points: number): string {
  return `${points.toFixed(1)} points`
}

const columns: Column<RocFundRow>[] = [
  {
    heading: 'Fund',
    symbol: ({ symbol }) => symbol,
    href: ({ symbol }) => pathOfFund(symbol),
    note: ({ issuer }) => issuer
  },
  {
    heading: 'Newest payment',
    figure: ({ newest }) => newest?.percent,
    format: formatRate,
    missing: () => 'unknown',
    first: 'descending',
    note: ({ newest }) => newest && describeRoc(newest)
  },
  {
    heading: 'Last 12 notices',
    figure: ({ meanPercent }) => meanPercent,
    format: formatRate,
    first: 'descending',
    note: ({ notices }) => (notices > 0 && notices < 12 ? `only ${notices}` : null)
  },
  {
    heading: 'Final figure',
    figure: ({ final }) => final?.percent,
    format: formatRate,
    first: 'descending',
    note: ({ final }) => final?.year
  },
  {
    heading: 'Notices off by',
    figure: ({ record }) => record?.errorPoints,
    format: formatPoints,
    first: 'descending',
    note: ({ record }) => record && `${countOf(record.notices, 'notice')} of ${record.year}`
  }
]

/** Notices and final figures of each fund. */
export function RocTable({ funds }: { funds: readonly RocFundRow[] }) {
  return (
    <Table
      caption="Return of capital by fund"
      columns={columns}
      rows={funds}
      phones="cards"
      isScrollable
      isSortable
      sort={{ id: 'Fund', direction: 'ascending' }}
      long={{ what: 'funds' }}
    />
  )
}
