import { expect, test } from 'vitest'
import { makeHistory } from '../../../testing/make-stock.ts'
import type { ChartOption } from '../../../ui/EChart.tsx'
import { historyChart } from './chart-options.ts'
import { chartPoints } from './chart-points.ts'

function optionFor(amounts: readonly number[]): ChartOption {
  const history = makeHistory(amounts)
  const draw = historyChart(chartPoints(history), history.statistics.average)
  return draw({ colourOf: (token) => `var(${token})`, fontFamily: 'inherit' })
}

test('bars for the amounts, a line for their fractions on an axis from 0 to 1', () => {
  expect(optionFor([0.1, 0.4])).toMatchObject({
    xAxis: { data: ['22 May', '29 May'] },
    yAxis: [{ min: 0 }, { min: 0, max: 1, show: false }],
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

test('nothing moves, and the tooltip is drawn, not HTML', () => {
  expect(optionFor([0.1])).toMatchObject({ animation: false, tooltip: { renderMode: 'richText' } })
})

test('more than thirty payments get more room', () => {
  const point = { payDate: '2026-05-29', amount: 1, asPaid: 1, fraction: 1 }
  const bottomOf = (count: number) => {
    const draw = historyChart(Array(count).fill(point), 1)
    const { grid } = draw({ colourOf: () => '#000', fontFamily: 'inherit' })
    return Array.isArray(grid) ? undefined : grid?.bottom
  }
  expect(bottomOf(30)).toBe(24)
  expect(bottomOf(31)).toBe(52)
})

test('the tooltip shows the amount as paid where a split changed it', () => {
  const draw = historyChart([{ payDate: '2025-11-28', amount: 1.5, asPaid: 0.3, fraction: 1 }], 1.5)
  const { tooltip } = draw({ colourOf: () => '#000', fontFamily: 'inherit' })
  const formatter = Array.isArray(tooltip) ? undefined : tooltip?.formatter
  if (typeof formatter !== 'function') throw new Error('the tooltip needs a formatter')
  expect(Reflect.apply(formatter, undefined, [[{ dataIndex: 0 }]])).toBe(
    '$1.5000 a share\npaid 28 November 2025\n100% of the highest\n$0.3000 before splits'
  )
})
