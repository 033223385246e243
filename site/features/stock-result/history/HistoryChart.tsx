import { type ReactNode, useMemo } from 'react'
import type { DividendHistory } from '../../../../admin-api/contract/stock.ts'
import { formatDividend } from '../../../lib/format.ts'
import { Chart } from '../../../ui/Chart.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { historyChart } from '../chart/chart-options.ts'
import { chartFacts, chartPoints } from '../chart/chart-points.ts'
import { HistoryTable } from './HistoryTable.tsx'

type HistoryChartProps = { symbol: string; history: DividendHistory; still: ReactNode }

export function HistoryChart({ symbol, history, still }: HistoryChartProps) {
  const { average } = history.statistics
  const points = useMemo(() => chartPoints(history), [history])
  const draw = useMemo(() => historyChart(points, average), [points, average])
  return (
    <>
      <Chart label={chartFacts(symbol, points, average)} still={still} draw={draw} places={points.length} />
      <ul className="history-card__legend" aria-hidden="true">
        <li className="history-card__legend-bar">payment</li>
        <li className="history-card__legend-latest">latest</li>
        <li className="history-card__legend-average">average {formatDividend(average)}</li>
        <li className="history-card__legend-trend">trend, as a share of the highest</li>
      </ul>
      <Disclosure summary="Show the figures">
        <HistoryTable symbol={symbol} points={points} />
      </Disclosure>
    </>
  )
}
