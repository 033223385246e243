import { useMemo, useState } from 'react'
import { logFailure } from '../../lib/log.ts'
import { Button } from '../../ui/Button.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { type ChartPoint, chartFacts, drawnPayments, type HistoryFacts } from './chart-points.ts'
import { HistoryPlot } from './HistoryPlot.tsx'
import { historyModel } from './history-model.ts'

/**
 * The history chart: the latest 18 payments, or all. Ex-dates, estimates, splits and older payments come with the data of
 * the fund, which are loaded when the chart is touched.
 */
export function HistoryChart({ symbol, history }: { symbol: string; history: HistoryFacts }) {
  const { points: latest, average } = history
  const [all, setAll] = useState<readonly ChartPoint[] | null>(null)
  const [isAll, setIsAll] = useState(false)
  const model = useMemo(() => {
    if (all === null) return historyModel(latest, average)
    if (!isAll) return historyModel(newest(all, latest.length), average)
    return historyModel(all, all.reduce((sum, { amount }) => sum + amount, 0) / all.length)
  }, [latest, average, all, isAll])

  function loadAll() {
    const newestPayDate = latest.at(-1)?.payDate ?? ''
    import('./load-history.ts')
      .then(({ loadHistory }) => loadHistory(symbol, newestPayDate))
      .then(setAll)
      .catch((error: unknown) => logFailure('The payments did not load', error))
  }

  return (
    <Chart
      label={chartFacts(symbol, latest, average)}
      title={`${symbol} dividend history`}
      still={<HistoryPlot symbol={symbol} history={history} />}
      model={model}
      onWanted={loadAll}
      hasZoom={isAll}
      tools={
        latest.length === drawnPayments &&
        [false, true].map((each) => (
          <Button
            key={String(each)}
            variant="chip"
            aria-pressed={isAll === each}
            onClick={() => {
              if (all === null) loadAll()
              setIsAll(each)
            }}
          >
            {each ? 'All payments' : `Latest ${drawnPayments}`}
          </Button>
        ))
      }
    />
  )
}

/** The first of them has no change before it. */
function newest(points: readonly ChartPoint[], count: number): ChartPoint[] {
  return points.slice(-count).map((point, i) => {
    if (i > 0) return point
    const { turn: _, split: __, ...first } = point
    return first
  })
}
