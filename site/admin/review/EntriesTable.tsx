import { useEffect, useRef } from 'react'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { formatDividend, formatMoney, formatMonthDayYear } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { asPercent, FigureCell, TableHead } from '../table-parts.tsx'
import { entryName } from './entry-calls.ts'
import { isAllSelected, type Selection } from './entry-list.ts'

export type EntryAction = 'edit' | 'approve' | 'delete'

type EntriesTableProps = {
  /** For screen readers. */
  label: string
  entries: readonly ManualEntry[]
  selection: Selection
  isBusy: (entry: ManualEntry) => boolean
  onToggle: (id: number) => void
  onToggleAll: () => void
  onAction: (action: EntryAction, entry: ManualEntry) => void
}

type Figure = {
  name: string
  figureOf: (entry: ManualEntry) => number | null
  format: (value: number) => string
}

const figures: readonly Figure[] = [
  { name: 'Reported', figureOf: (entry) => entry.actual_dividend, format: formatDividend },
  { name: 'Est. dividend', figureOf: (entry) => entry.estimated_dividend, format: formatDividend },
  { name: 'Price', figureOf: (entry) => entry.current_price, format: formatMoney },
  { name: 'IV', figureOf: (entry) => entry.implied_volatility, format: asPercent },
  { name: '3-mo average', figureOf: (entry) => entry.three_month_average, format: formatDividend }
]

export function EntriesTable({
  label,
  entries,
  selection,
  isBusy,
  onToggle,
  onToggleAll,
  onAction
}: EntriesTableProps) {
  const isAll = isAllSelected(
    selection,
    entries.map(({ id }) => id)
  )
  // Columns that are empty for all shown entries are hidden.
  const columns = figures.filter(({ figureOf }) => entries.some((entry) => figureOf(entry) !== null))
  const names = columns.map(({ name }) => name)
  return (
    <table className="table entries">
      <caption className="visually-hidden">{`${label.charAt(0).toUpperCase()}${label.slice(1)}, pending first`}</caption>
      <TableHead
        columns={['Ticker', 'Collected', 'Payment date', ...names, 'Frequency', 'Status']}
        figures={names}
      >
        <th className="entry__tick" scope="col">
          <SelectAll label={label} isAll={isAll} isSome={selection.size > 0} onToggle={onToggleAll} />
        </th>
      </TableHead>
      {entries.map((entry) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          columns={columns}
          isSelected={selection.has(entry.id)}
          isBusy={isBusy(entry)}
          onToggle={() => onToggle(entry.id)}
          onAction={(action) => onAction(action, entry)}
        />
      ))}
    </table>
  )
}

type SelectAllProps = { label: string; isAll: boolean; isSome: boolean; onToggle: () => void }

function SelectAll({ label, isAll, isSome, onToggle }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null)
  // HTML has no attribute for this state.
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome && !isAll
  }, [isSome, isAll])
  return (
    <label>
      <input ref={box} type="checkbox" checked={isAll} onChange={onToggle} />
      <span className="entries__all">Select all {label}</span>
    </label>
  )
}

type EntryRowProps = {
  entry: ManualEntry
  columns: readonly Figure[]
  isSelected: boolean
  isBusy: boolean
  onToggle: () => void
  onAction: (action: EntryAction) => void
}

/** One entry, with the reason for its quarantine in a row of its own. */
function EntryRow({ entry, columns, isSelected, isBusy, onToggle, onAction }: EntryRowProps) {
  const { reason, payment_date } = entry
  const isApproved = entry.status === 'approved'
  return (
    <tbody className={isSelected ? 'entry entry--selected' : 'entry'}>
      <tr>
        <td className="entry__tick">
          <label>
            <input type="checkbox" checked={isSelected} onChange={onToggle} />
            <span className="visually-hidden">Select {entryName(entry)}</span>
          </label>
        </td>
        <th className="entry__ticker row-name" scope="row">
          {entry.ticker}
        </th>
        <td data-label="Collected">{formatMonthDayYear(entry.collection_date)}</td>
        <td data-label="Payment date">
          {payment_date === null ? 'not set' : formatMonthDayYear(payment_date)}
        </td>
        {columns.map(({ name, figureOf, format }) => (
          <FigureCell key={name} label={name} value={figureOf(entry)} format={format} />
        ))}
        <td className="entry__frequency">{entry.frequency.toLowerCase()}</td>
        <td className="entry__status">
          <StatusBadge tone={isApproved ? 'good' : 'warning'}>
            {isApproved ? 'Approved' : 'Pending'}
          </StatusBadge>
        </td>
        <td className="entry__actions">
          <EntryActions entry={entry} isBusy={isBusy} onAction={onAction} />
        </td>
      </tr>
      {reason !== null && (
        <tr className="entry__reason">
          <td colSpan={columns.length + 7}>
            <strong>Quarantined:</strong> {reason}
          </td>
        </tr>
      )}
    </tbody>
  )
}

const texts = { edit: 'Edit Date', approve: 'Approve', delete: 'Delete' }
const classNames = { edit: 'chip', approve: 'chip chip--good', delete: 'chip chip--danger' }

/** An approved entry can only be deleted. */
function EntryActions({ entry, isBusy, onAction }: Pick<EntryRowProps, 'entry' | 'isBusy' | 'onAction'>) {
  const actions: EntryAction[] = entry.status === 'approved' ? ['delete'] : ['edit', 'approve', 'delete']
  return (
    <div className="entry__buttons line to-end gap-1">
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          className={classNames[action]}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) onAction(action)
          }}
        >
          {texts[action]}
          <span className="visually-hidden"> {entryName(entry)}</span>
        </button>
      ))}
    </div>
  )
}
