import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { formatDividend, formatFraction, formatMoney, formatMonthDayYear } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Table } from '../../ui/Table.tsx'
import { type Column, hasAnyValue } from '../../ui/table-columns.ts'
import { entryName } from './entry-calls.ts'
import type { Selection } from './entry-list.ts'

/** `use`: approve with the suggested amount. `confirm` and `correct`: a stored payment. */
export type EntryAction = 'edit' | 'approve' | 'delete' | 'use' | 'confirm' | 'correct'

type EntriesTableProps = {
  /** For screen readers. */
  label: string
  entries: readonly ManualEntry[]
  selection: Selection
  isBusy: (entry: ManualEntry) => boolean
  onToggle: (id: number) => void
  onAction: (action: EntryAction, entry: ManualEntry) => void
}

const columns: readonly Column<ManualEntry>[] = [
  {
    heading: 'Ticker',
    isName: true,
    symbol: ({ ticker }) => ticker
  },
  {
    heading: 'Status',
    isMain: true,
    words: ({ status }) => status,
    cell: ({ status }) => (
      <StatusBadge tone={status === 'approved' ? 'good' : 'warning'}>
        {status === 'approved' ? 'Approved' : 'Pending'}
      </StatusBadge>
    )
  },
  { heading: 'Collected', words: ({ collection_date }) => formatMonthDayYear(collection_date) },
  {
    heading: 'Payment date',
    words: ({ payment_date }) => payment_date && formatMonthDayYear(payment_date),
    missing: () => 'not set',
    note: ({ pays, frequency }) => (pays ?? frequency).toLowerCase()
  },
  { heading: 'Reported', figure: ({ actual_dividend }) => actual_dividend, format: formatDividend },
  {
    heading: 'Est. dividend',
    figure: ({ estimated_dividend }) => estimated_dividend,
    format: formatDividend
  },
  { heading: 'Price', figure: ({ current_price }) => current_price, format: formatMoney },
  { heading: 'IV', figure: ({ implied_volatility }) => implied_volatility, format: formatFraction },
  {
    heading: '3-mo average',
    figure: ({ three_month_average }) => three_month_average,
    format: formatDividend
  }
]

export function EntriesTable(props: EntriesTableProps) {
  const { label, entries, selection, isBusy, onToggle, onAction } = props
  const tick: Column<ManualEntry> = {
    heading: 'Selected',
    isHeadHidden: true,
    className: 'entry__tick',
    cell: (entry) => (
      <input
        type="checkbox"
        aria-label={`Select ${entryName(entry)}`}
        checked={selection.has(entry.id)}
        onChange={() => onToggle(entry.id)}
      />
    )
  }
  const actions: Column<ManualEntry> = {
    heading: 'Actions',
    isHeadHidden: true,
    className: 'row-actions',
    cell: (entry) => <EntryActions entry={entry} isBusy={isBusy(entry)} onAction={onAction} />
  }
  return (
    <Table
      caption={`${label.charAt(0).toUpperCase()}${label.slice(1)}, pending first`}
      columns={[tick, ...columns.filter((column) => hasAnyValue(column, entries)), actions]}
      rows={entries}
      keyOf={({ id }) => String(id)}
      rowOf={({ id }) => ({ className: selection.has(id) ? 'is-marked' : undefined })}
      detailOf={(entry) =>
        entry.reason !== null && <Quarantine entry={entry} onUse={() => onAction('use', entry)} />
      }
      phones="cards"
      isScrollable
    />
  )
}

/** Why a payment is quarantined or marked, and what helps to decide about it; or what an estimate is based on. */
function Quarantine({ entry, onUse }: { entry: ManualEntry; onUse: () => void }) {
  const { reason, evidence } = entry
  const recent = evidence?.recent.map(
    ({ ex_date, amount }) => `${formatDividend(amount)} (${formatMonthDayYear(ex_date)})`
  )
  return (
    <div className="stack gap-1">
      {entry.kind === 'payment' ? (
        <p className="negative">
          <strong>{entry.is_stored ? 'Stored and public, but unlikely:' : 'Quarantined:'}</strong> {reason}
        </p>
      ) : (
        <p>{reason}</p>
      )}
      {recent !== undefined && recent.length > 0 && (
        <p className="tabular">
          Last payments: {recent.join(', ')}.
          {evidence?.estimate != null && ` Our estimate: ${formatDividend(evidence.estimate)}.`}
        </p>
      )}
      {evidence?.suggested_amount != null && (
        <p>
          <Button variant="chip" onClick={onUse}>
            Use {formatDividend(evidence.suggested_amount)}{' '}
            <span className="visually-hidden">for {entryName(entry)}</span>
          </Button>
        </p>
      )}
    </div>
  )
}

const actionsOfEntry = {
  edit: { text: 'Edit Date', className: '' },
  approve: { text: 'Approve', className: 'chip--good' },
  delete: { text: 'Delete', className: 'chip--danger' },
  confirm: { text: 'Confirm', className: 'chip--good' },
  correct: { text: 'Correct', className: '' }
} as const

type EntryActionsProps = Pick<EntriesTableProps, 'onAction'> & { entry: ManualEntry; isBusy: boolean }

/** An approved entry can only be deleted. A stored payment is deleted or moved in History. */
function actionsOf({ status, is_stored }: ManualEntry): (keyof typeof actionsOfEntry)[] {
  if (status === 'approved') return ['delete']
  return is_stored ? ['confirm', 'correct'] : ['edit', 'approve', 'delete']
}

function EntryActions({ entry, isBusy, onAction }: EntryActionsProps) {
  return (
    <div className="line gap-1">
      {actionsOf(entry).map((action) => (
        <Button
          key={action}
          variant="chip"
          className={actionsOfEntry[action].className}
          aria-disabled={isBusy}
          onClick={() => onAction(action, entry)}
        >
          {actionsOfEntry[action].text} <span className="visually-hidden">{entryName(entry)}</span>
        </Button>
      ))}
    </div>
  )
}
