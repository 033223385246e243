import { type CollectionGroup, collectionGroups } from '../../../admin-api/contract/collection.ts'
import type { ManagedFund } from '../../../admin-api/contract/funds.ts'
import type { FundState } from '../../../admin-api/contract/vocabulary.ts'
import { formatDividend, formatMonthDayYear } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { TableHead } from '../table-parts.tsx'

export const stateNames: Readonly<Record<FundState, string>> = {
  open: 'Open',
  closed: 'Closed',
  retired: 'Retired'
}

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

type FundsTableProps = { funds: readonly ManagedFund[]; onChange: (fund: ManagedFund) => void }

const tones = { open: 'good', closed: 'bad', retired: 'neutral' } as const satisfies Record<FundState, string>

export function FundsTable({ funds, onChange }: FundsTableProps) {
  return (
    <table className="table card-table">
      <caption className="visually-hidden">Funds by symbol</caption>
      <TableHead columns={['Fund', 'State', 'Group', 'Last payment', 'Last price']} />
      <tbody>
        {funds.map((fund) => (
          <FundRow key={fund.symbol} fund={fund} onChange={() => onChange(fund)} />
        ))}
      </tbody>
    </table>
  )
}

function FundRow({ fund, onChange }: { fund: ManagedFund; onChange: () => void }) {
  const { symbol, state, group, latest_payment, newest_price_day } = fund
  const why = whyNotOpen(fund)
  return (
    <tr>
      <th className="row-name" scope="row">
        {symbol}
      </th>
      <td data-label="State">
        <StatusBadge tone={tones[state]}>{stateNames[state]}</StatusBadge>{' '}
        {why !== '' && <span className="funds-table__why muted text-xs">{why}</span>}
      </td>
      <td data-label="Group">{collectionGroups[group as CollectionGroup] ?? group}</td>
      <td data-label="Last payment">
        {latest_payment === null
          ? 'none'
          : `${formatDividend(latest_payment.amount)} ex ${formatMonthDayYear(latest_payment.ex_date)}`}
      </td>
      <td data-label="Last price">
        {newest_price_day === null ? 'none' : formatMonthDayYear(newest_price_day)}
      </td>
      <td className="row-actions text-end">
        <Button variant="chip" onClick={onChange}>
          Change <span className="visually-hidden">{symbol}</span>
        </Button>
      </td>
    </tr>
  )
}
