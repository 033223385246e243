import type { ReactNode } from 'react'
import type { HistoryRecord } from '../../../admin-api/contract/admin-history.ts'
import { formatDividend, formatMoney, formatMonthDayYear } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { Table } from '../../ui/Table.tsx'
import { asPercent, FigureCell, TableHead } from '../table-parts.tsx'
import { frequencyNames } from './history-query.ts'
import { type EditedRecord, isSameRecord } from './record-form.ts'

type HistoryTableProps = {
  titleId: string
  /** null until the first response. */
  records: readonly HistoryRecord[] | null
  isLoading: boolean
  edited: EditedRecord | null
  onEdit: (record: HistoryRecord) => void
  onDelete: (record: HistoryRecord) => void
}

const figures = ['Actual', 'Estimated', 'Price', 'Implied vol.', 'Average', 'Accuracy']

export function HistoryTable({ titleId, records, isLoading, edited, onEdit, onDelete }: HistoryTableProps) {
  if (records === null) {
    return (
      <div className="history__wait" role="status">
        {isLoading && <ShipsWheel size="sm" message="Loading dividend history..." />}
      </div>
    )
  }
  if (records.length === 0) {
    return <p className="history__wait">No dividend history records found. Add a new record above.</p>
  }
  return (
    <Table className="history-table" aria-labelledby={titleId} aria-busy={isLoading}>
      <TableHead columns={['Ticker', 'Payment date', 'Ex-date', ...figures]} figures={figures} />
      <tbody>
        {records.map((record) => (
          <HistoryRow
            key={`${record.ticker} ${record.payment_date}`}
            record={record}
            isEdited={edited !== null && isSameRecord(edited, record)}
            onEdit={() => onEdit(record)}
            onDelete={() => onDelete(record)}
          />
        ))}
      </tbody>
    </Table>
  )
}

type HistoryRowProps = {
  record: HistoryRecord
  isEdited: boolean
  onEdit: () => void
  onDelete: () => void
}

function HistoryRow({ record, isEdited, onEdit, onDelete }: HistoryRowProps) {
  const { ticker, actual_dividend, estimated_dividend, collection_date } = record
  const paidOn = formatMonthDayYear(record.payment_date)
  const isScored = actual_dividend !== null && estimated_dividend !== null
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
      <FigureCell label="Actual" value={actual_dividend} format={formatDividend} />
      <FigureCell label="Estimated" value={estimated_dividend} format={formatDividend}>
        {record.estimate_origin !== null && <Note>{record.estimate_origin}</Note>}
      </FigureCell>
      <FigureCell label="Price" value={record.current_price} format={formatMoney} />
      <FigureCell label="Implied vol." value={record.implied_volatility} format={asPercent} />
      <FigureCell label="Average" value={record.average_dividend} format={formatDividend} />
      <FigureCell label="Accuracy" value={isScored ? record.accuracy_score : null} format={asPercent} />
      <td className="row-actions">
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
