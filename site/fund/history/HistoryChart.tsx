import { lazy, type ReactNode, useMemo } from 'react'
import type { DividendHistory } from '../../../admin-api/contract/stock.ts'
import { formatDividend } from '../../lib/format.ts'
import { logFailure } from '../../lib/log.ts'
import { Chart } from '../../ui/Chart.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { chartFacts, chartPoints } from '../chart/chart-points.ts'

type HistoryChartProps = { symbol: string; history: DividendHistory; still: ReactNode; figures: ReactNode }

const LiveHistoryChart = lazy(async () => {
  try {
    return { default: (await import('./LiveHistoryChart.tsx')).LiveHistoryChart }
  } catch (error) {
    logFailure('The chart library did not load', error)
    return { default: ChartUnavailable }
  }
})

export function HistoryChart({ symbol, history, still, figures }: HistoryChartProps) {
  const { average } = history.statistics
  const points = useMemo(() => chartPoints(history), [history])
  const turn = points.findLast((point) => point.turn !== null)?.turn
  return (
    <>
      <Chart
        label={chartFacts(symbol, points, average)}
        still={still}
        places={points.length}
        live={(live) => <LiveHistoryChart points={points} average={average} {...live} />}
      />
      <ul className="history-card__legend" aria-hidden="true">
        <li className="history-card__legend-bar">payment</li>
        {turn && <li className="history-card__legend-before">paid {turn.before}</li>}
        <li className="history-card__legend-latest">latest</li>
        <li className="history-card__legend-average">average {formatDividend(average)}</li>
        <li className="history-card__legend-trend">trend, as a share of the highest</li>
      </ul>
      <Disclosure summary="Show the figures">{figures}</Disclosure>
    </>
  )
}

/** Visible only without a static chart. */
function ChartUnavailable() {
  return <p className="history-card__no-chart">The chart could not be loaded; the figures are below.</p>
}
