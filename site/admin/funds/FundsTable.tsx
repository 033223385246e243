import { type CollectionGroup, collectionGroups } from '../../../admin-api/contract/collection.ts'
import type { ManagedFund } from '../../../admin-api/contract/funds.ts'
import type { FundState } from '../../../admin-api/contract/vocabulary.ts'
import { formatDividend, formatSlashedDay } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { stateNames, whyNotOpen } from './fund-words.ts'

type FundsTableProps = { funds: readonly ManagedFund[]; onChange: (fund: ManagedFund) => void }

const tones = { open: 'good', closed: 'bad', retired: 'neutral' } as const satisfies Record<FundState, string>

export function FundsTable({ funds, onChange }: FundsTableProps) {
  return (
    <table className="ledger-table funds-table">
      <caption className="visually-hidden">Funds by symbol</caption>
      <thead>
        <tr>
          <th scope="col">Fund</th>
          <th scope="col">State</th>
          <th scope="col">Group</th>
          <th scope="col">Last payment</th>
          <th scope="col">Last price</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
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
      <th className="funds-table__symbol" scope="row">
        {symbol}
      </th>
      <td data-label="State">
        <StatusBadge tone={tones[state]}>{stateNames[state]}</StatusBadge>{' '}
        {why !== '' && <span className="funds-table__why">{why}</span>}
      </td>
      <td data-label="Group">{collectionGroups[group as CollectionGroup] ?? group}</td>
      <td data-label="Last payment">
        {latest_payment === null
          ? 'none'
          : `${formatDividend(latest_payment.amount)} ex ${formatSlashedDay(latest_payment.ex_date)}`}
      </td>
      <td data-label="Last price">
        {newest_price_day === null ? 'none' : formatSlashedDay(newest_price_day)}
      </td>
      <td className="funds-table__acts">
        <button type="button" className="chip" onClick={onChange}>
          Change <span className="visually-hidden">{symbol}</span>
        </button>
      </td>
    </tr>
  )
}
