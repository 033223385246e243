import { useMemo } from 'react'
import type { CalibrationPoint } from '../../admin-api/contract/record.ts'
import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { Chart } from '../ui/chart/Chart.tsx'
import type { ChartModel } from '../ui/chart/chart-model.ts'
import { StillPlot } from '../ui/chart/StillPlot.tsx'
import { formatRate } from './format-accuracy.ts'

type CalibrationChartProps = {
  points: readonly CalibrationPoint[]
  title: string
  caption: string
}

/** How often something happened, next to how often it was promised, with the number of payments at each point. */
export function CalibrationChart({ points, title, caption }: CalibrationChartProps) {
  const model = useMemo(() => calibrationModel(points), [points])
  const stated = points.map(({ level, percent }) => `${formatRate(100 * level)}: ${formatRate(percent)}`)
  const label = `${title}. ${stated.join(', ')}.`
  return (
    <figure className="accuracy-chart">
      <Chart label={label} title={title} still={<StillPlot model={model} label={label} />} model={model} />
      <figcaption className="above-2 muted text-s">{caption}</figcaption>
    </figure>
  )
}

function calibrationModel(points: CalibrationChartProps['points']): ChartModel {
  const hasIntervals = points.some(({ interval }) => interval !== null)
  return {
    positions: points.map(({ level, percent, interval, n }) => ({
      at: 100 * level,
      name: `Promised ${formatRate(100 * level)}`,
      figures: [
        { name: 'Happened', text: formatRate(percent) },
        ...(interval
          ? [{ name: '90% interval', text: `${formatRate(interval.low)} to ${formatRate(interval.high)}` }]
          : []),
        { name: 'Based on', text: countOf(n, 'payment') }
      ]
    })),
    positionName: 'Promised',
    across: {
      kind: 'numbers',
      title: 'Promised',
      ticks: () => points.map(({ level }) => ({ at: 100 * level, text: formatRate(100 * level) }))
    },
    up: {
      title: 'Happened',
      format: (percent) => `${percent}%`,
      ticks: () => [0, 25, 50, 75, 100]
    },
    series: [
      {
        id: 'promised',
        name: 'as promised',
        token: '--accent',
        kind: 'line',
        values: points.map(({ level }) => 100 * level)
      },
      ...(hasIntervals
        ? [
            {
              id: 'intervals',
              name: '90% interval',
              token: '--chart-trend',
              kind: 'ranges',
              values: points.map(({ interval }) => interval && ([interval.low, interval.high] as const))
            } as const
          ]
        : []),
      {
        id: 'happened',
        name: 'happened',
        token: '--chart-bar',
        kind: 'line',
        hasPoints: true,
        values: points.map(({ percent }) => percent)
      }
    ]
  }
}
