import { expect, test } from 'vitest'
import { earlierOf } from '../market-days/days.ts'
import { lastTestDay, readRealFacts } from '../testing/may-facts.ts'
import { growthSince, type ReturnHistory, summarizeReturn } from './growth.ts'
import { growthTable, growthToEnd, rankSince } from './growth-table.ts'
import { xirr } from './yearly-rate.ts'

/*
 * Real data to 2026-05-29. Expected values come from an independent calculation in Python: day by day, for 100 shares at
 * the prices and payments of their time, with reverse splits applied on their day; rates by scipy.optimize.brentq.
 */
const facts = readRealFacts()
const historyOf = (symbol: string, to = lastTestDay): ReturnHistory => ({
  closes: facts.prices.filter((price) => price.symbol === symbol && price.date <= to),
  payments: facts.dividends
    .filter((payment) => payment.symbol === symbol && payment.ex_date <= to)
    .map(({ ex_date, pay_date, amount }) => ({ exDate: ex_date, payDate: pay_date, amount }))
})

test('MSTY over its reverse split of five shares into one, by hand', () => {
  // Bought at 35.30 on November 20, 2025, the ex-date of a payment that the buyer does not get. Then 0.676 buys shares at
  // 34.00, 0.695 at 35.05, and after the reverse split of December 8 0.5859 at 34.27 and 0.3869 at 32.01, the last close:
  const shares = (1 + 0.676 / 34) * (1 + 0.695 / 35.05) * (1 + 0.5859 / 34.27) * (1 + 0.3869 / 32.01)
  const summary = summarizeReturn(historyOf('MSTY', '2025-12-19'), '2025-11-20')
  expect(summary).toMatchObject({ from: '2025-11-20', to: '2025-12-19', yearly: null })
  expect(summary?.price).toBeCloseTo(32.01 / 35.3 - 1, 12)
  expect(summary?.withDistributions).toBeCloseTo((32.01 + 0.676 + 0.695 + 0.5859 + 0.3869) / 35.3 - 1, 12)
  expect(summary?.reinvested).toBeCloseTo((shares * 32.01) / 35.3 - 1, 12)
  expect(summary?.reinvested).toBeCloseTo(-0.0291138566, 9)
})

test.each([
  // Reverse split, and from every four weeks to weekly.
  ['MSTY', [-0.79587912, -0.34998901, -0.50104678, -0.50487571, -0.71245426, -0.52088087]],
  // From every four weeks to weekly.
  ['NVDY', [-0.14576703, 0.3873966, 0.47153388, 0.47784612, -0.12697905, 0.53996123]],
  // Reverse split of ten shares into one.
  ['ULTY', [-0.48538961, 0.08747305, 0.10385125, 0.1050604, -0.23897542, 0.13273541]]
])('%s since 2025-06-02 matches the Python calculation', (symbol, expected) => {
  const history = historyOf(symbol)
  const summary = summarizeReturn(history, '2025-06-02')
  const paid = history.payments.filter(({ exDate }) => exDate > '2025-06-02')
  const [bought, sold] = [history.closes.find(({ date }) => date === '2025-06-02'), history.closes.at(-1)]
  const rate = xirr([
    { date: '2025-06-02', amount: -(bought?.close ?? 0) },
    ...paid.map(({ payDate, amount }) => ({
      date: earlierOf(payDate, lastTestDay),
      amount
    })),
    { date: lastTestDay, amount: sold?.close ?? 0 }
  ])
  const { price, withDistributions, reinvested, yearly, maxDrawdown } = summary ?? {}
  const found = [price, withDistributions, reinvested, yearly, maxDrawdown, rate]
  expect(found).toEqual(expected.map((value) => expect.closeTo(value, 7)))
})

test('growthToEnd equals the last point of growthSince for each day', () => {
  for (const symbol of ['MSTY', 'TSLY', 'XDTE']) {
    const history = historyOf(symbol)
    const toEnd = growthToEnd(history)
    for (let index = 0; index < history.closes.length; index += 29) {
      const last = growthSince(history, history.closes[index]?.date ?? '').at(-1)
      expect(toEnd[index]).toBeCloseTo(last?.reinvested ?? 0, 11)
    }
  }
})

test('a rank counts the funds with a price on that day and now', () => {
  const funds = ['MSTY', 'NVDY', 'ULTY', 'FEAT'].map((symbol) => ({ symbol, ...historyOf(symbol) }))
  const table = growthTable(funds)
  // NVDY gained 47 %, ULTY 10 %, MSTY lost half, see above; the closes of FEAT end in April 2025.
  const ranks = funds.map(({ symbol }) => rankSince(table, symbol, '2025-06-02'))
  expect(ranks).toEqual([{ place: 3, of: 3 }, { place: 1, of: 3 }, { place: 2, of: 3 }, null])
  // The first close of ULTY is of February 29, 2024.
  expect(rankSince(table, 'MSTY', '2024-02-28')?.of).toBe(2)
  expect(rankSince(table, 'ULTY', '2024-02-28')).toBeNull()
  expect(rankSince(table, 'MSTY', '2025-06-01')).toBeNull()
})

test('on a day without a close a fund is bought at the next close', () => {
  const whole = {
    symbol: 'A',
    payments: [],
    closes: ['05', '06', '07'].map((day, i) => ({ date: `2026-01-${day}`, close: 10 + i }))
  }
  const gappy = { ...whole, symbol: 'B', closes: whole.closes.filter(({ date }) => date !== '2026-01-06') }
  expect(growthTable([whole, gappy]).funds).toEqual([
    { symbol: 'A', growth: [1.2, 1.0909, 1] },
    { symbol: 'B', growth: [1.2, 1, 1] }
  ])
})
