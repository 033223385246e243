import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { makeHistories, makeHistory } from '../testing/make-history.ts'
import { backtest, walkHistory } from './estimator.ts'

/** The same fund up to `day`, with wrong values after it. */
function withOtherFuture(fund: FundHistory, day: IsoDay): FundHistory {
  return {
    ...fund,
    payments: fund.payments.map((paid) =>
      paid.exDate <= day ? paid : { ...paid, amount: paid.amount * 7 + 1 }
    ),
    closes: fund.closes.map((close) => (close.date <= day ? close : { ...close, close: close.close / 3 })),
    ...(fund.marketVolatility && {
      marketVolatility: fund.marketVolatility.map((close) =>
        close.date <= day ? close : { ...close, close: close.close * 3 }
      )
    })
  }
}

test('changing the future changes no past estimate', () => {
  const funds = [...makeHistories(), makeHistory({ symbol: 'JJJ', family: 'jpmorgan-premium', weeks: 40 })]
  for (const day of ['2025-04-03', '2025-06-17', '2025-08-29']) {
    const past = (backtested: ReturnType<typeof backtest>) =>
      backtested.filter(({ exDate }) => exDate <= day).map(({ actual: _, ...rest }) => rest)
    const before = past(backtest(funds))
    expect(before.length).toBeGreaterThan(20)
    expect(past(backtest(funds.map((fund) => withOtherFuture(fund, day))))).toEqual(before)
    const cut = funds.map((fund) => ({
      ...fund,
      payments: fund.payments.filter(({ exDate }) => exDate <= day),
      closes: fund.closes.filter(({ date }) => date <= day)
    }))
    expect(past(backtest(cut))).toEqual(before)
  }
})

test('walkHistory backtests like backtest() itself, even if the input contains later facts', () => {
  const funds = makeHistories()
  for (const day of ['2025-08-29', '2025-10-03', '2025-12-31'])
    expect(walkHistory(funds, day).backtested()).toEqual(backtest(funds))
})

test('a payment and the prices of its last two days do not influence its own estimate', () => {
  const fund = makeHistory()
  const last = fund.payments.at(-1)
  const changed = {
    ...fund,
    payments: fund.payments.map((paid) => (paid === last ? { ...paid, amount: 99 } : paid)),
    closes: fund.closes.map((close) => (close.date > '2025-07-29' ? { ...close, close: 1 } : close))
  }
  expect(last?.exDate).toBe('2025-07-31')
  expect(backtest([changed]).at(-1)?.estimate).toBe(backtest([fund]).at(-1)?.estimate)
})

test('a fund with a constant yield is estimated exactly from the fourth payment on', () => {
  const backtested = backtest([makeHistory({ weeks: 12 })])
  expect(backtested.length).toBe(9)
  for (const { estimate, actual, low, high } of backtested) {
    expect(estimate).toBeCloseTo(actual, 10)
    expect(low).toBeLessThanOrEqual(estimate)
    expect(high).toBeGreaterThanOrEqual(estimate)
  }
})

test('one outlier does not spoil the next estimate', () => {
  const backtested = backtest([
    makeHistory({ yieldOf: (week) => (week === 20 ? 0.06 : week === 24 ? 0 : 0.01) })
  ])
  const after = backtested.filter((_, i) => i === 21 - 3 || i === 25 - 3)
  for (const { estimate, actual } of after) expect(estimate).toBeCloseTo(actual, 10)
})

test('a catch-up payment is spread over its days', () => {
  // Four-weekly until May, then 21 days, then weekly, always 0.15 % a day of a steady price of 20.
  const days = [
    '2025-01-09',
    '2025-02-06',
    '2025-03-06',
    '2025-04-03',
    '2025-05-01',
    '2025-05-22',
    '2025-05-29'
  ]
  const gaps = [28, 28, 28, 28, 28, 21, 7]
  const payments = days.map((exDate, i) => ({
    exDate,
    payDate: exDate,
    amount: 20 * 0.0015 * (gaps[i] ?? 0)
  }))
  const { closes } = makeHistory({ closeOf: () => 20 })
  const backtested = backtest([{ symbol: 'MSTY', family: 'yieldmax-single', payments, closes }])
  // Not exactly: the period of the very first payment is unknown, so smooth-yield uses it unscaled.
  expect(backtested.at(-1)?.estimate).toBeCloseTo(20 * 0.0015 * 7, 2)
})

test('the order of the funds does not matter', () => {
  const funds = makeHistories(20)
  expect(backtest(funds.toReversed())).toEqual(backtest(funds))
})

test('no funds, no payments and no prices give an empty backtest', () => {
  expect(backtest([])).toEqual([])
  expect(backtest([{ symbol: 'NEW', family: 'defiance', payments: [], closes: [] }])).toEqual([])
  expect(backtest([{ ...makeHistory(), closes: [] }])).toEqual([])
})

test('a split of every fund scales every estimate and changes no rule', () => {
  const funds = makeHistories(30)
  fc.assert(
    fc.property(fc.double({ min: 0.05, max: 20, noNaN: true }), (factor) => {
      const scaled = funds.map((fund) => ({
        ...fund,
        payments: fund.payments.map((paid) => ({ ...paid, amount: paid.amount * factor })),
        closes: fund.closes.map(({ date, close }) => ({ date, close: close * factor }))
      }))
      const before = backtest(funds)
      backtest(scaled).forEach((after, i) => {
        expect(after.rule).toBe(before[i]?.rule)
        for (const key of ['estimate', 'low', 'high'] as const) {
          expect(after[key] / ((before[i]?.[key] ?? 0) * factor)).toBeCloseTo(1, 9)
        }
      })
    }),
    { numRuns: 8, seed: 3 }
  )
})

test('any length of history gives finite ranges that contain the estimate', () => {
  const weeks = fc.integer({ min: 0, max: 45 })
  fc.assert(
    fc.property(weeks, fc.double({ min: -0.3, max: 0.3, noNaN: true }), (count, jump) => {
      const closeOf = (session: number): number => 20 * Math.exp(session % 5 === 4 ? jump : 0)
      for (const { low, estimate, high } of backtest([
        makeHistory({ weeks: count, closeOf }),
        ...makeHistories(20)
      ])) {
        expect(low).toBeGreaterThan(0)
        expect(low).toBeLessThanOrEqual(estimate)
        expect(high).toBeGreaterThanOrEqual(estimate)
        expect(Number.isFinite(high)).toBe(true)
      }
    }),
    { numRuns: 25, seed: 11 }
  )
})
