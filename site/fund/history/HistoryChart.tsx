import { lazy, type ReactNode } from 'react'
import { formatDividend } from '../../lib/format.ts'
import { logFailure } from '../../lib/log.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { chartFacts, type HistoryFacts } from '../chart/chart-points.ts'
import { HistoryPlot } from '../chart/HistoryPlot.tsx'

type HistoryChartProps = { symbol: string; history: HistoryFacts; figures: ReactNode }

const LiveHistoryChart = lazy(async () => {
  try {
    return { default: (await import('./LiveHistoryChart.tsx')).LiveHistoryChart }
  } catch (error) {
    logFailure('The chart library did not load', error)
    return { default: () => <></> }
  }
})

export function HistoryChart({ symbol, history, figures }: HistoryChartProps) {
  const { points, average } = history
  const turn = points.findLast((point) => point.turn !== undefined)?.turn
  return (
    <>
      <Chart
        label={chartFacts(symbol, points, average)}
        still={<HistoryPlot symbol={symbol} history={history} />}
        places={points.length}
        live={(live) => <LiveHistoryChart history={history} {...live} />}
      />
      <ul className="history-card__legend row gap-y-1 gap-x-4 muted text-xs" aria-hidden="true">
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
