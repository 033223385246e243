import { expect, test } from 'vitest'
import { makeHistory } from '../../testing/make-stock.ts'
import { chartFacts, chartPoints, fractionsOfHighest, ticksUpTo } from './chart-points.ts'

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

test.each([
  [0, [0]],
  [3.01, [0, 1, 2, 3.01]], // 3 is too close to the top.
  [0.24, [0, 0.05, 0.1, 0.15, 0.2, 0.24]],
  [0.05, [0, 0.01, 0.02, 0.03, 0.04, 0.05]],
  [11.1, [0, 5, 11.1]]
])('an axis to %j has round values and ends at that amount', (highest, ticks) => {
  expect(ticksUpTo(highest)).toEqual(ticks.map((tick) => expect.closeTo(tick, 10)))
})
