import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { formatDividend, formatMoney, formatPercent, formatSlashedDay } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { type EntryAct, EntryActs } from './EntryActs.tsx'
import { nameOf } from './entry-name.ts'

type EntryRowProps = {
  entry: ManualEntry
  isSelected: boolean
  isBusy: boolean
  onToggle: () => void
  onAct: (act: EntryAct) => void
}

/** One entry: its figures, and below them why it was held back. On a narrow screen a card. */
export function EntryRow({ entry, isSelected, isBusy, onToggle, onAct }: EntryRowProps) {
  const { ticker, reason } = entry
  return (
    <tbody className={isSelected ? 'entry entry--selected' : 'entry'}>
      <tr className="entry__figures">
        <td className="entry__tick">
          <label>
            <input type="checkbox" checked={isSelected} onChange={onToggle} />
            <span className="visually-hidden">Select {nameOf(entry)}</span>
          </label>
        </td>
        <th className="entry__ticker" scope="row">
          {ticker}
        </th>
        <td data-label="Collected">{formatSlashedDay(entry.collection_date)}</td>
        <td data-label="Payment date">{dayOf(entry.payment_date)}</td>
        <td className="is-figure" data-label="Est. dividend">
          {figure(entry.estimated_dividend, formatDividend)}{' '}
          {entry.actual_dividend !== null && (
            <span className="entry__paid">paid {formatDividend(entry.actual_dividend)}</span>
          )}
        </td>
        <td className="is-figure" data-label="Price">
          {figure(entry.current_price, formatMoney)}
        </td>
        <td className="is-figure" data-label="IV">
          {figure(entry.implied_volatility, (fraction) => formatPercent(fraction * 100))}
        </td>
        <td className="is-figure" data-label="3-mo average">
          {figure(entry.three_month_average, formatDividend)}
        </td>
        <td className="entry__frequency" data-label="Frequency">
          {entry.frequency.toLowerCase()}
        </td>
        <td className="entry__status">
          <EntryStatus entry={entry} />
        </td>
        <td className="entry__acts">
          <EntryActs entry={entry} isBusy={isBusy} onAct={onAct} />
        </td>
      </tr>
      {reason !== null && (
        <tr className="entry__reason">
          <td colSpan={11}>
            <strong>Held back:</strong> {reason}
          </td>
        </tr>
      )}
    </tbody>
  )
}

function EntryStatus({ entry }: { entry: ManualEntry }) {
  if (entry.status === 'approved') return <StatusBadge tone="good">Approved</StatusBadge>
  return <StatusBadge tone="warning">Pending</StatusBadge>
}

function dayOf(day: string | null): string {
  return day === null ? 'not set' : formatSlashedDay(day)
}

function figure(value: number | null, format: (value: number) => string): string {
  return value === null ? '–' : format(value)
}
