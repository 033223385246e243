import { expect, test } from 'vitest'
import { makeHistory } from '../../testing/make-stock.ts'
import { chartFacts, chartPoints, fractionsOfHighest } from './chart-points.ts'

test('the latest 18 payments are drawn, oldest first', () => {
  const points = chartPoints(makeHistory(Array.from({ length: 25 }, (_, weeksAgo) => weeksAgo + 1)))
  expect(points.map((point) => point.amount)).toEqual(Array.from({ length: 18 }, (_, index) => 18 - index))
  expect(points.at(-1)?.payDate).toBe('2026-05-29')
  expect(points.at(-2)?.payDate).toBe('2026-05-22')
})

test('each amount is a fraction of the highest drawn', () => {
  expect(fractionsOfHighest(chartPoints(makeHistory([0.1, 0.4, 0.2])))).toEqual([0.5, 1, 0.25])
})

test('fractions are zero if all payments are zero', () => {
  expect(fractionsOfHighest(chartPoints(makeHistory([0, 0])))).toEqual([0, 0])
})

test('the text alternative describes the chart', () => {
  const history = makeHistory([0.1, 0.4, 0.2])
  expect(chartFacts('MSTY', chartPoints(history), history.statistics.average)).toBe(
    'MSTY: latest 3 payments from May 15, 2026 to May 29, 2026, highest $0.4000, latest $0.1000, average $0.2333'
  )
  expect(chartFacts('MSTY', [], 0)).toBe('MSTY: no payments')
})

test('a change of frequency is marked at the first payment after it and described', () => {
  const history = makeHistory([0.1, 0.1, 0.4, 0.4])
  const [, , third, fourth] = history.dividend_history
  for (const payment of [third, fourth]) if (payment) payment.frequency_label = 'Every 4 Weeks'
  const points = chartPoints(history)
  expect(points.map(({ turn }) => turn)).toEqual([
    undefined,
    undefined,
    { now: 'weekly', before: 'every 4 weeks' },
    undefined
  ])
  expect(chartFacts('MSTY', points, 0.25)).toMatch(
    /, from May 22, 2026 paid weekly, before that every 4 weeks$/
  )
})
