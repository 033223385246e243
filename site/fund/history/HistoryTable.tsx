import type { DividendHistory } from '../../../admin-api/contract/stock.ts'
import { formatDay, formatDividend, formatShare } from '../../lib/format.ts'
import { Table } from '../../ui/Table.tsx'
import { chartPoints, slotsOf } from '../chart/chart-points.ts'

/** The chart's figures as a table, newest first; as-paid column only if a split changed amounts. */
export function HistoryTable({ symbol, history }: { symbol: string; history: DividendHistory }) {
  const points = chartPoints(history)
  const rows = slotsOf(points).filter(({ isTurn }) => !isTurn)
  const showsAsPaid = points.some((point) => point.asPaid != null)
  return (
    <div className="history-table">
      <Table caption={<>Latest payments of {symbol}</>}>
        <thead>
          <tr>
            <th scope="col">Paid on</th>
            <th scope="col" className="is-figure">
              Amount
            </th>
            {showsAsPaid && (
              <th scope="col" className="is-figure">
                As paid
              </th>
            )}
            <th scope="col" className="is-figure">
              Of highest
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ point, fraction }) => (
            <tr key={point.payDate}>
              <th scope="row">
                {formatDay(point.payDate)}
                {point.turn && ` (${point.turn.now} from here)`}
              </th>
              <td className="is-figure">{formatDividend(point.amount)}</td>
              {showsAsPaid && (
                <td className="is-figure">
                  {point.asPaid === null ? '–' : formatDividend(point.asPaid ?? point.amount)}
                </td>
              )}
              <td className="is-figure">{formatShare(fraction)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
