import { expect, test } from 'vitest'
import { compareRival, keyOfPayment, type QuantileForecast } from './compare-rival.ts'
import type { RivalForecast } from './read-rival.ts'

const levels = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95]
const days = ['2026-05-07', '2026-05-14', '2026-05-21'] as const

/** Quantiles of a forecast are its amount times these factors. */
const factors = [0.5, 0.8, 0.9, 1, 1.1, 1.2, 1.5]
const forecast = (amount: number): QuantileForecast => ({
  amount,
  quantiles: factors.map((factor) => factor * amount)
})

function yours(exDate: string, amount: number, more: Partial<RivalForecast> = {}): RivalForecast {
  return { symbol: 'MSTY', exDate, origin: null, amount, quantiles: new Map(), ...more }
}

/** Payments of $1, our estimates of $1.04 and last amounts of $1.25, backtested; the last one live, too. */
const hub = {
  paid: new Map([
    ...days.map((day) => [keyOfPayment('backtested', 'MSTY', day), 1] as const),
    [keyOfPayment('live', 'MSTY', days[2]), 1] as const
  ]),
  ours: new Map([
    ...days.map((day) => [keyOfPayment('backtested', 'MSTY', day), forecast(1.04)] as const),
    [keyOfPayment('live', 'MSTY', days[2]), forecast(1.2)] as const
  ]),
  lastAmount: new Map([
    ...days.map((day) => [keyOfPayment('backtested', 'MSTY', day), forecast(1.25)] as const),
    [keyOfPayment('live', 'MSTY', days[2]), forecast(1.25)] as const
  ])
}

test('all three are scored on the same payments, live and backtested apart, a live one first', () => {
  const { comparisons, unmatched } = compareRival(
    [
      yours(days[0], 1.1),
      yours(days[1], 0.98),
      yours(days[2], 1),
      yours('2026-05-22', 1),
      yours(days[0], 1, { symbol: 'ULTY' })
    ],
    hub
  )
  expect(unmatched).toBe(2)
  expect(comparisons.map(({ origin, n }) => [origin, n])).toEqual([
    ['live', 1],
    ['backtested', 2]
  ])
  expect(comparisons[1]).toMatchObject({ from: days[0], to: days[1], closer: 1, ourCloser: 1, ranged: 0 })
  // Errors of 10 and 2 percent: the median of two is their mean, and exactly 10 percent is close.
  const [own, ours, last] = comparisons[1]?.figures ?? []
  expect(own).toMatchObject({
    name: 'Your forecast',
    within10Percent: 100,
    coveragePercent: null,
    score: null
  })
  expect(own?.medianErrorPercent).toBeCloseTo(6, 9)
  expect(ours?.medianErrorPercent).toBeCloseTo(4, 9)
  expect(last).toMatchObject({ medianErrorPercent: 25, within10Percent: 0 })
})

test('ranges and scores count payments with all seven quantiles of all three', () => {
  const quantiles = new Map(forecast(1).quantiles.map((value, i) => [levels[i] ?? 0, value]))
  const { comparisons } = compareRival(
    [yours(days[0], 1, { quantiles }), yours(days[1], 1, { quantiles: new Map([[0.1, 0.9]]) })],
    hub
  )
  const [own, ours, last] = comparisons[0]?.figures ?? []
  expect(comparisons[0]).toMatchObject({ n: 2, ranged: 1 })
  // By hand: twice 0.05 x 0.5, 0.1 x 0.2, 0.25 x 0.1, 0, and the same above, over seven.
  expect(own?.score).toBeCloseTo((4 * (0.05 * 0.5 + 0.1 * 0.2 + 0.25 * 0.1)) / 7, 12)
  expect([own, ours, last].map((each) => each?.coveragePercent)).toEqual([100, 100, 100])
  expect(ours?.score).toBeGreaterThan(own?.score ?? 9)
  expect(last?.score).toBeGreaterThan(ours?.score ?? 9)
})

test('an origin in the file decides, and the middle quantile stands for a missing amount', () => {
  const { comparisons } = compareRival(
    [yours(days[2], 0, { amount: null, origin: 'backtested', quantiles: new Map([[0.5, 1.02]]) })],
    hub
  )
  expect(comparisons).toMatchObject([{ origin: 'backtested', closer: 1, ourCloser: 0 }])
  const without = compareRival([yours(days[2], 0, { amount: null, quantiles: new Map([[0.9, 1]]) })], hub)
  expect(without).toEqual({ comparisons: [], unmatched: 1 })
})
