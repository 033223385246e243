import type { HistoryRecord } from '../../../admin-api/contract/admin-history.ts'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { type EditedRecord, isSameRecord } from './entry/record-form.ts'
import { HistoryRow } from './HistoryRow.tsx'

type HistoryTableProps = {
  titleId: string
  /** null before the first answer. */
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
    <table className="ledger-table history-table" aria-labelledby={titleId} aria-busy={isLoading}>
      <thead>
        <tr>
          <th scope="col">Ticker</th>
          <th scope="col">Payment date</th>
          <th scope="col">Ex-date</th>
          {figures.map((name) => (
            <th key={name} className="is-figure" scope="col">
              {name}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <HistoryRow
            key={`${record.ticker} ${record.payment_date}`}
            record={record}
            isEdited={edited !== null && isSameRecord(edited, record)}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
      </tbody>
    </table>
  )
}
