import { useMemo } from 'react'
import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { Chart } from '../ui/chart/Chart.tsx'
import { type ChartModel, roundTicks } from '../ui/chart/chart-model.ts'
import { StillPlot } from '../ui/chart/StillPlot.tsx'
import { formatRate } from './format-accuracy.ts'

type DaysAheadChartProps = {
  /** Median errors in percent, by days before the amount was known. */
  errors: readonly { days: number; percent: number }[]
  /** Payments that they are of. */
  payments: number
}

const title = 'Median error by days before the amount was known'

/** Median error of the estimate shown so many days before the amount was known. */
export function DaysAheadChart({ errors, payments }: DaysAheadChartProps) {
  const model = useMemo(() => daysAheadModel(errors, payments), [errors, payments])
  const stated = errors.map(({ days, percent }) => `${countOf(days, 'day')}: ${formatRate(percent)}`)
  const label = `${title}. ${stated.join(', ')}.`
  return (
    <figure className="accuracy-chart">
      <Chart
        label={label}
        title={title}
        still={<StillPlot model={model} label={label} />}
        model={model}
        hasLegend={false}
      />
      <figcaption className="above-2 muted text-s">
        Median error of the estimate shown 14 to 1 days before the amount was known.
      </figcaption>
    </figure>
  )
}

function daysAheadModel(errors: DaysAheadChartProps['errors'], payments: number): ChartModel {
  // The day before is on the right.
  const ordered = errors.toSorted((a, b) => b.days - a.days)
  return {
    positions: ordered.map(({ days, percent }) => ({
      at: -days,
      name: `${countOf(days, 'day')} ahead`,
      figures: [
        { name: 'Median error', text: formatRate(percent) },
        { name: 'Based on', text: countOf(payments, 'payment') }
      ]
    })),
    positionName: 'Days ahead',
    across: {
      kind: 'numbers',
      title: 'Days before the amount was known',
      ticks: () => ordered.map(({ days }) => ({ at: -days, text: String(days) }))
    },
    up: { title: 'Median error', format: (percent) => `${percent}%`, ticks: roundTicks },
    series: [
      {
        id: 'error',
        name: 'median error',
        token: '--chart-bar',
        kind: 'line',
        hasPoints: true,
        values: ordered.map(({ percent }) => percent)
      }
    ]
  }
}
