import type { HistoryRecord } from '../../../admin-api/contract/admin-history.ts'
import { formatDividend, formatMoney, formatPercent, formatSlashedDay } from '../../lib/format.ts'
import { frequencyNames } from './frequency-names.ts'

type HistoryRowProps = {
  record: HistoryRecord
  /** It stands in the form. */
  isEdited: boolean
  onEdit: (record: HistoryRecord) => void
  onDelete: (record: HistoryRecord) => void
}

export function HistoryRow({ record, isEdited, onEdit, onDelete }: HistoryRowProps) {
  const { actual_dividend, estimated_dividend, collection_date } = record
  const paidOn = formatSlashedDay(record.payment_date)
  const isScored = actual_dividend !== null && estimated_dividend !== null
  const name = `${record.ticker}, ${paidOn}`
  return (
    <tr className={isEdited ? 'history-table__edited' : undefined}>
      <th className="history-table__ticker" scope="row">
        {record.ticker}{' '}
        <span className="history-table__note">
          {frequencyNames[record.frequency]}
          {isEdited && ', in the form'}
        </span>
      </th>
      <td data-label="Paid">
        {paidOn}{' '}
        {collection_date !== null && (
          <span className="history-table__note">collected {formatSlashedDay(collection_date)}</span>
        )}
      </td>
      <td data-label="Ex-date">{formatSlashedDay(record.ex_date)}</td>
      <Figure label="Actual" value={actual_dividend} format={formatDividend} />
      <Figure
        label="Estimated"
        value={estimated_dividend}
        format={formatDividend}
        note={record.estimate_origin}
      />
      <Figure label="Price" value={record.current_price} format={formatMoney} />
      <Figure label="Implied vol." value={record.implied_volatility} format={asPercent} />
      <Figure label="Average" value={record.average_dividend} format={formatDividend} />
      <Figure label="Accuracy" value={isScored ? record.accuracy_score : null} format={asPercent} />
      <td className="history-table__acts">
        <button type="button" className="chip" aria-label={`Edit ${name}`} onClick={() => onEdit(record)}>
          Edit
        </button>
        <button
          type="button"
          className="chip chip--danger"
          aria-label={`Delete ${name}`}
          onClick={() => onDelete(record)}
        >
          Delete
        </button>
      </td>
    </tr>
  )
}

type FigureProps = {
  label: string
  value: number | null
  format: (value: number) => string
  note?: string | null
}

function Figure({ label, value, format, note = null }: FigureProps) {
  return (
    <td className="is-figure" data-label={label}>
      {value === null ? <span className="history-table__none">–</span> : format(value)}{' '}
      {note !== null && <span className="history-table__note">{note}</span>}
    </td>
  )
}

function asPercent(fraction: number): string {
  return formatPercent(fraction * 100)
}
