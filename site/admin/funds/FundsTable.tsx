import { type CollectionGroup, collectionGroups } from '../../../admin-api/contract/collection.ts'
import type { ManagedFund } from '../../../admin-api/contract/funds.ts'
import type { FundState } from '../../../admin-api/contract/vocabulary.ts'
import { formatDividend, formatMonthDayYear } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { readable } from '../code-words.ts'

const causes = {
  unknown: 'unknown to the source since',
  silent: 'no data after',
  operator: 'by the operator, since'
} as const

/** Describes why and since when a fund is not open; empty for an open fund. */
export function whyNotOpen({ state, state_since, state_cause }: ManagedFund): string {
  if (state === 'open' || state_since === null || state_cause === null) return ''
  return `${causes[state_cause]} ${formatMonthDayYear(state_since)}`
}

const tones = { open: 'good', closed: 'bad', retired: 'neutral' } as const satisfies Record<FundState, string>

const columns: readonly Column<ManagedFund>[] = [
  { heading: 'Fund', symbol: ({ symbol }) => symbol },
  {
    heading: 'State',
    words: ({ state }) => state,
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{readable(state)}</StatusBadge>,
    note: whyNotOpen
  },
  { heading: 'Group', words: ({ group }) => collectionGroups[group as CollectionGroup] ?? group },
  {
    heading: 'Last payment',
    words: ({ latest_payment: payment }) =>
      payment && `${formatDividend(payment.amount)} ex ${formatMonthDayYear(payment.ex_date)}`,
    missing: () => 'none'
  },
  {
    heading: 'Last price',
    words: ({ newest_price_day }) => newest_price_day && formatMonthDayYear(newest_price_day),
    missing: () => 'none'
  }
]

type FundsTableProps = { funds: readonly ManagedFund[]; onChange: (fund: ManagedFund) => void }

export function FundsTable({ funds, onChange }: FundsTableProps) {
  const actions: Column<ManagedFund> = {
    heading: 'Actions',
    isHeadHidden: true,
    className: 'row-actions',
    cell: (fund) => (
      <Button variant="chip" onClick={() => onChange(fund)}>
        Change <span className="visually-hidden">{fund.symbol}</span>
      </Button>
    )
  }
  return (
    <Table
      caption="Funds by symbol"
      columns={[...columns, actions]}
      rows={funds}
      keyOf={({ symbol }) => symbol}
      phones="cards"
      isScrollable
    />
  )
}
