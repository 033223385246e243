import { useMemo } from 'react'
import type { LiveProps } from '../../ui/Chart.tsx'
import { EChart } from '../../ui/EChart.tsx'
import { historyChart } from '../chart/chart-options.ts'
import type { ChartPoint } from '../chart/chart-points.ts'
import { slotsOf } from '../chart/chart-points.ts'

type LiveHistoryChartProps = LiveProps & { points: readonly ChartPoint[]; average: number }

/** The interactive chart, loaded on demand with the chart library. */
export function LiveHistoryChart({ points, average, place, onRendered }: LiveHistoryChartProps) {
  const draw = useMemo(() => historyChart(points, average), [points, average])
  const slot =
    place === null
      ? null
      : slotsOf(points).findIndex(({ point, isTurn }) => !isTurn && point === points[place])
  return <EChart draw={draw} place={slot} onRendered={onRendered} />
}
