import { useMemo } from 'react'
import type { LiveProps } from '../../ui/chart/Chart.tsx'
import { EChart } from '../../ui/chart/EChart.tsx'
import { historyChart } from '../chart/chart-options.ts'
import type { HistoryFacts } from '../chart/chart-points.ts'
import { drawHistory } from '../chart/history-drawing.ts'

/** The interactive chart, loaded on demand with the chart library. */
export function LiveHistoryChart({ history, place, onRendered }: LiveProps & { history: HistoryFacts }) {
  const drawing = useMemo(() => drawHistory(history.points, history.average), [history])
  const draw = useMemo(() => historyChart(drawing), [drawing])
  return (
    <EChart
      draw={draw}
      place={place === null ? null : (drawing.bars[place]?.slot ?? null)}
      onRendered={onRendered}
    />
  )
}
