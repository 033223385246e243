import { expect, test } from 'vitest'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { makeHistories, makeHistory } from '../testing/make-history.ts'
import { walkHistory } from './estimator.ts'
import { realizedVolatility } from './to-estimate.ts'

const funds = makeHistories()
const asOf = '2025-10-03'

const explain = (given: readonly FundHistory[], symbol: string, day: IsoDay) =>
  walkHistory(given, day).explanations.find((one) => one.symbol === symbol)

test('an explanation has the amount, the ex-date and the leading rule of the estimate', () => {
  const { results, explanations } = walkHistory(funds, asOf)
  expect(explanations).toHaveLength(results.length)
  for (const estimate of results) {
    if (estimate.status !== 'estimated') throw new Error(estimate.message)
    const explanation = explanations.find(({ symbol }) => symbol === estimate.symbol)
    expect(explanation).toMatchObject({
      symbol: estimate.symbol,
      exDate: estimate.nextExDate,
      amount: estimate.amount
    })
    const leading = explanation?.contributions.filter(({ isLeading }) => isLeading)
    expect(leading?.map(({ rule }) => rule)).toEqual([estimate.rule])
    expect(estimate.reasons).toContain(leading?.[0]?.sentence)
  }
})

test('the leading rule comes first, the others by how close they are to the estimate', () => {
  const explanation = explain(funds, 'AAA', asOf)
  const amount = explanation?.amount ?? 0
  const [leading, ...others] = explanation?.contributions ?? []
  expect(leading?.isLeading).toBe(true)
  const distances = others.map((one) => Math.abs(one.amount - amount))
  expect(distances.length).toBeGreaterThan(2)
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
})

test('each explained payment has the close two sessions before its ex-date', () => {
  const fund = makeHistory()
  const last = explain([fund], 'TEST', '2025-08-01')?.payments.at(-1)
  const close = fund.closes.find(({ date }) => date === '2025-07-29')
  expect(last).toEqual({
    exDate: '2025-07-31',
    amount: fund.payments.at(-1)?.amount,
    price: close?.close,
    priceDate: '2025-07-29'
  })
})

test("facts after asOf or after the fund's last known day are not explained", () => {
  const cut = funds.map((fund) => ({ ...fund, knownUntil: asOf }))
  expect(explain(cut, 'BBB', '2025-10-10')).toEqual(explain(funds, 'BBB', asOf))
})

test('a fund without an estimate has no explanation', () => {
  expect(explain([makeHistory()], 'TEST', '2025-12-01')).toBeUndefined()
  expect(explain([{ ...makeHistory(), closes: [] }], 'TEST', '2025-08-01')).toBeUndefined()
  expect(explain(funds, 'ZZZ', asOf)).toBeUndefined()
})

const days = ['02', '03', '06', '07', '08', '09'].map((day) => `2025-01-${day}`)

test('realized volatility is the annualized sample standard deviation', () => {
  let close = 100
  const closes = days.map((date, i) => {
    if (i > 0) close *= Math.exp(i % 2 === 1 ? 0.01 : -0.01)
    return { date, close }
  })
  // By hand: +-0.01 five times, mean 0.002, squares 5 * 0.0001 - 5 * 0.002^2 = 0.00048; / 4 * 252 = 0.03024.
  expect(realizedVolatility(closes, [])).toBeCloseTo(Math.sqrt(0.03024), 10)
})

test('a price that falls by exactly the distribution has no volatility', () => {
  const closes = days.map((date, i) => ({ date, close: i < 3 ? 20 : 19 }))
  const payments = [{ exDate: '2025-01-07', payDate: '2025-01-08', amount: 1 }]
  expect(realizedVolatility(closes, payments)).toBe(0)
})

test('fewer than five returns give no volatility', () => {
  expect(realizedVolatility([{ date: '2025-01-02', close: 1 }], [])).toBeUndefined()
  expect(realizedVolatility([], [])).toBeUndefined()
})
