import type { ReactNode } from 'react'
import type { HistoryRecord } from '../../../admin-api/contract/admin-history.ts'
import { formatDividend, formatMoney, formatMonthDayYear } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { asPercent, FigureCell, TableHead } from '../table-parts.tsx'
import { frequencyNames } from './history-query.ts'
import { isSameRecord, originNames } from './record-fields.ts'

type HistoryTableProps = {
  titleId: string
  /** null until the first response. */
  records: readonly HistoryRecord[] | null
  isLoading: boolean
  /** The record in the form. */
  edited: HistoryRecord | null
  onEdit: (record: HistoryRecord) => void
  onDelete: (record: HistoryRecord) => void
}

type Figure = {
  name: string
  figureOf: (record: HistoryRecord) => number | null
  format: (value: number) => string
  noteOf?: (record: HistoryRecord) => string | null
}

const figures: readonly Figure[] = [
  { name: 'Actual', figureOf: (record) => record.actual_dividend, format: formatDividend },
  {
    name: 'Estimated',
    figureOf: (record) => record.estimated_dividend,
    format: formatDividend,
    noteOf: (record) => record.estimate_origin && originNames[record.estimate_origin]
  },
  { name: 'Price', figureOf: (record) => record.current_price, format: formatMoney },
  { name: 'Implied vol.', figureOf: (record) => record.implied_volatility, format: asPercent },
  { name: 'Average', figureOf: (record) => record.average_dividend, format: formatDividend },
  { name: 'Accuracy', figureOf: findAccuracy, format: asPercent }
]

function findAccuracy({ actual_dividend, estimated_dividend, accuracy_score }: HistoryRecord): number | null {
  return actual_dividend !== null && estimated_dividend !== null ? accuracy_score : null
}

export function RecordsTable({ titleId, records, isLoading, edited, onEdit, onDelete }: HistoryTableProps) {
  if (records === null) {
    return (
      <div className="history__wait stack muted text-center" role="status">
        {isLoading && <ShipsWheel size="sm" message="Loading dividend history..." />}
      </div>
    )
  }
  if (records.length === 0) {
    return (
      <p className="history__wait stack muted text-center">
        No dividend history records found. Add a new record above.
      </p>
    )
  }
  // Columns that are empty for all shown records are hidden.
  const columns = figures.filter(({ figureOf }) => records.some((record) => figureOf(record) !== null))
  const names = columns.map(({ name }) => name)
  return (
    <table className="table history-table card-table" aria-labelledby={titleId} aria-busy={isLoading}>
      <TableHead columns={['Ticker', 'Payment date', 'Ex-date', ...names]} figures={names} />
      <tbody>
        {records.map((record) => (
          <HistoryRow
            key={`${record.ticker} ${record.payment_date}`}
            record={record}
            columns={columns}
            isEdited={edited !== null && isSameRecord(edited, record)}
            onEdit={() => onEdit(record)}
            onDelete={() => onDelete(record)}
          />
        ))}
      </tbody>
    </table>
  )
}

type HistoryRowProps = {
  record: HistoryRecord
  columns: readonly Figure[]
  isEdited: boolean
  onEdit: () => void
  onDelete: () => void
}

function HistoryRow({ record, columns, isEdited, onEdit, onDelete }: HistoryRowProps) {
  const { ticker, collection_date } = record
  const paidOn = formatMonthDayYear(record.payment_date)
  return (
    <tr className={isEdited ? 'history-table__edited' : undefined}>
      <th className="row-name" scope="row">
        {ticker}{' '}
        <Note>
          {frequencyNames[record.frequency]}
          {isEdited && ', in the form'}
        </Note>
      </th>
      <td data-label="Paid">
        {paidOn} {collection_date !== null && <Note>collected {formatMonthDayYear(collection_date)}</Note>}
      </td>
      <td data-label="Ex-date">{formatMonthDayYear(record.ex_date)}</td>
      {columns.map(({ name, figureOf, format, noteOf }) => (
        <FigureCell key={name} label={name} value={figureOf(record)} format={format}>
          {noteOf?.(record) && <Note>{noteOf(record)}</Note>}
        </FigureCell>
      ))}
      <td className="row-actions text-end">
        <Button variant="chip" aria-label={`Edit ${ticker}, ${paidOn}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          variant="chip"
          className="chip--danger"
          aria-label={`Delete ${ticker}, ${paidOn}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </td>
    </tr>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <span className="history-table__note">{children}</span>
}
