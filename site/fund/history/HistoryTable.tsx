import type { DividendHistory } from '../../../admin-api/contract/stock.ts'
import { formatDay, formatDividend, formatShare } from '../../lib/format.ts'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { chartPoints, slotsOf } from '../chart/chart-points.ts'

type Slot = ReturnType<typeof slotsOf>[number]

const asPaid: Column<Slot> = {
  heading: 'As paid',
  figure: ({ point }) => (point.asPaid === null ? null : (point.asPaid ?? point.amount)),
  format: formatDividend
}

/** The chart's figures as a table, newest first; as-paid column only if a split changed amounts. */
export function HistoryTable({ symbol, history }: { symbol: string; history: DividendHistory }) {
  const points = chartPoints(history)
  const columns: Column<Slot>[] = [
    {
      heading: 'Paid on',
      words: ({ point }) => `${formatDay(point.payDate)}${point.turn ? ` (${point.turn.now} from here)` : ''}`
    },
    { heading: 'Amount', figure: ({ point }) => point.amount, format: formatDividend },
    ...(points.some((point) => point.asPaid != null) ? [asPaid] : []),
    { heading: 'Of highest', figure: ({ fraction }) => fraction, format: formatShare }
  ]
  return (
    <div className="history-table">
      <Table
        caption={`Latest payments of ${symbol}`}
        columns={columns}
        rows={slotsOf(points)
          .filter(({ isTurn }) => !isTurn)
          .toReversed()}
      />
    </div>
  )
}
