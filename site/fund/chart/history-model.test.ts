import { expect, test } from 'vitest'
import { makeHistory } from '../../testing/make-stock.ts'
import { positionText } from '../../ui/chart/chart-model.ts'
import { chartPoints } from './chart-points.ts'
import { historyModel } from './history-model.ts'
import { allPoints } from './load-history.ts'

const payment = (exDate: string, amount: number) => ({
  ex_date: exDate,
  ex_date_basis: 'source' as const,
  pay_date: exDate,
  pay_date_basis: 'source' as const,
  amount,
  amount_as_paid: amount,
  is_residual: false,
  return_of_capital: null
})

test('a payment has its amount, days, share of the highest, estimate, range and error', () => {
  const points = allPoints(
    {
      payments: [payment('2026-05-28', 0.3), payment('2026-06-04', 0.4)],
      past_estimates: [
        {
          ex_date: '2026-05-28',
          origin: 'live',
          as_of: '2026-05-26',
          quantiles: null,
          amount: 0.33,
          low: 0.25,
          high: 0.4,
          actual: 0.3,
          error_percent: 10,
          in_range: true
        }
      ],
      splits: []
    },
    '2026-06-04'
  )
  const [point] = historyModel(points, 0.35).positions
  expect(point && positionText(point)).toBe(
    'Paid May 28, 2026, Amount $0.3000, Ex-date May 28, 2026, Of the highest 75%, Estimate $0.3300, 80% range $0.2500 to $0.4000, Error +10.0%'
  )
})

test('a change of frequency and a split are marked in gaps that interrupt the trend', () => {
  const monthly = ['2026-01-08', '2026-02-05', '2026-03-05', '2026-04-02']
  const weekly = ['2026-04-09', '2026-04-16', '2026-04-23']
  const points = allPoints(
    {
      payments: [...monthly, ...weekly].map((day) => payment(day, 1)),
      past_estimates: [],
      splits: [{ date: '2026-02-01', old_shares: 10, new_shares: 1, is_inferred: false }]
    },
    '2026-04-16'
  )
  // The payment after the newest one of the page is not drawn.
  expect(points).toHaveLength(6)
  const { events, positions, series } = historyModel(points, 1)
  expect(events?.map(({ text }) => text)).toEqual(['1-for-10 reverse split', 'weekly from Apr 9'])
  expect(positions.map(({ name }) => name.slice(0, 4))).toEqual([
    'Paid',
    'From',
    'Paid',
    'Paid',
    'Paid',
    'From',
    'Paid',
    'Paid'
  ])
  const trend = series.find(({ id }) => id === 'trend')
  expect(trend?.values).toEqual([1, null, 1, 1, 1, null, 1, 1])
})

test('a range far above all payments is drawn up to one and a half times the highest', () => {
  const history = makeHistory([0.2, 0.4])
  const points = chartPoints(history, [{ exDate: '2026-05-28', low: 0.1, high: 3, estimate: 0.3 }])
  const ranges = historyModel(points, 0.3).series.find(({ id }) => id === 'ranges')
  expect(ranges?.values).toEqual([null, [0.1, expect.closeTo(0.6), 0.3]])
})

test('payments outside of our range are a series of their own', () => {
  const history = makeHistory([0.2, 0.4])
  const { series } = historyModel(
    chartPoints(history, [
      { exDate: '2026-05-28', low: 0.1, high: 0.39, estimate: 0.2 },
      { exDate: '2026-05-21', low: 0.1, high: 0.2, estimate: 0.15 }
    ]),
    0.3
  )
  const valuesOf = (id: string) => series.find((each) => each.id === id)?.values
  expect(valuesOf('ranges')).toEqual([null, [0.1, 0.39, 0.2]])
  expect(valuesOf('misses')).toEqual([[0.1, 0.2, 0.15], null])
})
