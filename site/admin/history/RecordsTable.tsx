import type { HistoryRecord } from '../../../admin-api/contract/admin-history.ts'
import { formatDividend, formatFraction, formatMoney, formatMonthDayYear } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { Table } from '../../ui/Table.tsx'
import { type Column, hasAnyValue } from '../../ui/table-columns.ts'
import { readable } from '../code-words.ts'

export const originNames = { operator: 'operator', live: 'live', replayed: 'backtested' } as const

type RecordKey = Pick<HistoryRecord, 'ticker' | 'payment_date'>

export function isSameRecord(a: RecordKey, b: RecordKey): boolean {
  return a.ticker === b.ticker && a.payment_date === b.payment_date
}

type RecordsTableProps = {
  /** null until the first response. */
  records: readonly HistoryRecord[] | null
  isLoading: boolean
  /** The record in the form. */
  edited: HistoryRecord | null
  onEdit: (record: HistoryRecord) => void
  onDelete: (record: HistoryRecord) => void
}

const columns: readonly Column<HistoryRecord>[] = [
  { heading: 'Ticker', symbol: ({ ticker }) => ticker, note: ({ frequency }) => readable(frequency) },
  {
    heading: 'Payment date',
    label: 'Paid',
    words: ({ payment_date }) => formatMonthDayYear(payment_date),
    note: ({ collection_date }) => collection_date && `collected ${formatMonthDayYear(collection_date)}`
  },
  { heading: 'Ex-date', words: ({ ex_date }) => formatMonthDayYear(ex_date) },
  { heading: 'Actual', figure: ({ actual_dividend }) => actual_dividend, format: formatDividend },
  {
    heading: 'Estimated',
    figure: ({ estimated_dividend }) => estimated_dividend,
    format: formatDividend,
    note: ({ estimate_origin }) => estimate_origin && originNames[estimate_origin]
  },
  { heading: 'Price', figure: ({ current_price }) => current_price, format: formatMoney },
  { heading: 'Implied vol.', figure: ({ implied_volatility }) => implied_volatility, format: formatFraction },
  { heading: 'Average', figure: ({ average_dividend }) => average_dividend, format: formatDividend },
  { heading: 'Accuracy', figure: accuracyOf, format: formatFraction }
]

function accuracyOf({ actual_dividend, estimated_dividend, accuracy_score }: HistoryRecord): number | null {
  return actual_dividend !== null && estimated_dividend !== null ? accuracy_score : null
}

export function RecordsTable({ records, isLoading, edited, onEdit, onDelete }: RecordsTableProps) {
  if (records === null) {
    return (
      <div className="centered muted" role="status">
        {isLoading && <ShipsWheel size="sm" message="Loading dividend history..." />}
      </div>
    )
  }
  if (records.length === 0) {
    return <p className="muted text-center">No dividend history records found. Add a new record above.</p>
  }
  const isEdited = (record: HistoryRecord) => edited !== null && isSameRecord(edited, record)
  const nameOf = ({ ticker, payment_date }: HistoryRecord) => `${ticker}, ${formatMonthDayYear(payment_date)}`
  const actions: Column<HistoryRecord> = {
    heading: 'Actions',
    isHeadHidden: true,
    className: 'row-actions',
    cell: (record) => (
      <div className="line gap-1">
        <Button variant="chip" aria-label={`Edit ${nameOf(record)}`} onClick={() => onEdit(record)}>
          Edit
        </Button>
        <Button
          variant="chip"
          className="chip--danger"
          aria-label={`Delete ${nameOf(record)}`}
          onClick={() => onDelete(record)}
        >
          Delete
        </Button>
      </div>
    )
  }
  return (
    <Table
      caption="Dividend history"
      columns={[...columns.filter((column) => hasAnyValue(column, records)), actions]}
      rows={records}
      keyOf={({ ticker, payment_date }) => `${ticker} ${payment_date}`}
      rowOf={(record) => ({ className: isEdited(record) ? 'is-marked' : undefined })}
      phones="cards"
      isScrollable
      isBusy={isLoading}
    />
  )
}
