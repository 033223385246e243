import { expect, test } from 'vitest'
import { makeHistory } from '../../testing/make-stock.ts'
import type { ChartOption } from '../../ui/EChart.tsx'
import { historyChart } from './chart-options.ts'
import { type ChartPoint, chartPoints } from './chart-points.ts'

const paint = { colorOf: () => '#000', fontFamily: 'inherit' }
const makePoint = (given: Partial<ChartPoint> = {}): ChartPoint => ({
  payDate: '2026-05-29',
  amount: 1,
  asPaid: 1,
  fraction: 1,
  turn: null,
  ...given
})

function optionFor(amounts: readonly number[]): ChartOption {
  const history = makeHistory(amounts)
  const draw = historyChart(chartPoints(history), history.statistics.average)
  return draw({ colorOf: (token) => `var(${token})`, fontFamily: 'inherit' })
}

test('bars for the amounts, a line for their fractions on an axis from 0 to 1', () => {
  expect(optionFor([0.1, 0.4])).toMatchObject({
    xAxis: { data: ['22 May', '29 May'] },
    yAxis: [
      { min: 0, max: 0.4, axisLabel: { customValues: [0, 0.1, 0.2, expect.closeTo(0.3), 0.4] } },
      { min: 0, max: 1, show: false }
    ],
    series: [
      { type: 'bar', data: [0.4, { value: 0.1, itemStyle: { color: 'var(--chart-bar-latest)' } }] },
      { type: 'line', yAxisIndex: 1, data: [1, 0.25] }
    ]
  })
})

test('the average is a dashed line', () => {
  expect(optionFor([0.1, 0.4])).toMatchObject({
    series: [{ markLine: { lineStyle: { type: 'dashed' }, data: [{ yAxis: 0.25 }] } }, {}]
  })
})

test('nothing is animated, and the tooltip is drawn instead of HTML', () => {
  expect(optionFor([0.1])).toMatchObject({ animation: false, tooltip: { renderMode: 'richText' } })
})

test('more than thirty payments get more room', () => {
  const bottomOf = (count: number) => {
    const draw = historyChart(Array(count).fill(makePoint()), 1)
    const { grid } = draw(paint)
    return Array.isArray(grid) ? undefined : grid?.bottom
  }
  expect(bottomOf(30)).toBe(24)
  expect(bottomOf(31)).toBe(52)
})

test('the tooltip shows the amount as paid where a split changed it', () => {
  const draw = historyChart([makePoint({ payDate: '2025-11-28', amount: 1.5, asPaid: 0.3 })], 1.5)
  const { tooltip } = draw(paint)
  const formatter = Array.isArray(tooltip) ? undefined : tooltip?.formatter
  if (typeof formatter !== 'function') throw new Error('the tooltip needs a formatter')
  expect(Reflect.apply(formatter, undefined, [[{ dataIndex: 0 }]])).toBe(
    '$1.5000 a share\npaid 28 November 2025\n100% of the highest\n$0.3000 before splits'
  )
})

test('a change to weekly payments shows a gap, a label, and no trend across it', () => {
  const points = [
    makePoint({ payDate: '2025-08-22', amount: 1.5, fraction: 1 }),
    makePoint({ payDate: '2025-09-19', amount: 1.2, fraction: 0.8 }),
    makePoint({
      payDate: '2026-01-05',
      amount: 0.3,
      fraction: 0.2,
      turn: { now: 'weekly', before: 'monthly' }
    }),
    makePoint({ payDate: '2026-01-09', amount: 0.3, fraction: 0.2 })
  ]
  expect(historyChart(points, 0.8)(paint)).toMatchObject({
    series: [
      {
        data: [{ value: 1.5, itemStyle: { opacity: 0.5 } }, { value: 1.2 }, null, 0.3, { value: 0.3 }],
        markLine: { data: [{ yAxis: 0.8 }, { xAxis: 2, label: { formatter: 'weekly from 5 Jan' } }] }
      },
      { type: 'line', data: [1, 0.8, null, null, null] },
      { type: 'line', data: [null, null, null, 0.2, 0.2] }
    ]
  })
})

test('over most of a year months are labeled, each once', () => {
  const days = ['2025-06-27', '2025-09-19', '2026-01-05', '2026-01-09', '2026-05-16']
  const option = historyChart(
    days.map((payDate) => makePoint({ payDate })),
    1
  )(paint)
  expect(option).toMatchObject({
    xAxis: { data: ['Jun 2025', 'Sep 2025', 'Jan 2026', '', 'May 2026'], axisLabel: { interval: 0 } }
  })
})
