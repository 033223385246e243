import type { MonthSum } from '../../../admin-api/contract/fund-page.ts'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { type ChartModel, roundTicks } from '../../ui/chart/chart-model.ts'

/** Sums by month, next to those of payments that all equal `dividend`, the estimate of the next one. */
export function incomePathModel(months: readonly MonthSum[], dividend: number): ChartModel {
  const ranges = months.map(({ low, high }) =>
    low === null || high === null ? null : ([low, high] as const)
  )
  return {
    positions: months.map(({ months: at, to, payments, amount, low, high }) => ({
      at,
      name: `Through ${formatDay(to)}`,
      figures: [
        { name: 'Expected', text: formatMoney(amount) },
        ...(low === null || high === null
          ? []
          : [{ name: '80% range', text: `${formatMoney(low)} to ${formatMoney(high)}` }]),
        { name: 'If all equal the estimate', text: formatMoney(dividend * payments) }
      ]
    })),
    positionName: 'Payments',
    across: {
      kind: 'numbers',
      title: 'Months ahead',
      ticks: (from, to) =>
        [1, 3, 6, 9, 12].filter((at) => at >= from && at <= to).map((at) => ({ at, text: String(at) }))
    },
    up: {
      title: 'Dollars a share',
      format: (dollars) => formatMoney(dollars).replace('.00', ''),
      ticks: roundTicks
    },
    series: [
      {
        id: 'equal',
        name: 'if all equal the estimate',
        token: '--accent',
        kind: 'line',
        values: months.map(({ payments }) => dividend * payments)
      },
      { id: 'range', name: '80% range', token: '--chart-trend', kind: 'ranges', values: ranges },
      {
        id: 'expected',
        name: 'expected',
        token: '--chart-bar',
        kind: 'line',
        hasPoints: true,
        values: months.map(({ amount }) => amount)
      }
    ]
  }
}
