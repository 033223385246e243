import { expect, test } from 'vitest'
import { closes, makeRankingInput } from '../testing/make-ranking-input.ts'
import { rankByYieldOnCost } from './weekly-battle.ts'

const asOf = '2026-05-29'
const closesOf = (...symbols: string[]) => new Map(symbols.map((symbol) => [symbol, closes]))

test('yield on cost is a year of the latest payment divided by the price of four weeks ago', () => {
  // Four weeks before May 29 is May 1; the close before it is of April 30: 24. 0.30 x 52 / 24 = 65 %.
  // A week earlier: bought on April 24 at 26, latest payment 0.25: 0.25 x 52 / 26 = 50 %.
  // Since then 0.10 + 0.20 + 0.25 + 0.30 = 0.85 was paid: (20.04 + 0.85 - 24) / 24 = -12.958 %.
  expect(rankByYieldOnCost([makeRankingInput()], closesOf('MSTY'), asOf, '4')).toEqual({
    weeks: '4',
    as_of: asOf,
    week_before: '2026-05-22',
    entries: [
      {
        symbol: 'MSTY',
        name: 'YieldMax MSTR Option Income Strategy ETF',
        issuer: 'YieldMax',
        payment_frequency: 52,
        frequency_label: 'Weekly',
        yield_on_cost: 65,
        yield_on_cost_before: 50,
        latest_dividend: 0.3,
        latest_ex_date: '2026-05-28',
        latest_payment_date: '2026-05-29',
        cost_price: 24,
        cost_date: '2026-04-30',
        price: 20.04,
        price_date: '2026-05-29',
        price_change: -16.5,
        dividends_since: 0.85,
        total_return: -12.96,
        next_ex_date: '2026-06-04'
      }
    ],
    left_out: []
  })
})

test('the first weekly payment of a monthly fund counts as one of 52, not of 12', () => {
  const payments = ['2026-02-25', '2026-03-25', '2026-04-29', '2026-05-27'].map((exDate, i) => ({
    exDate,
    payDate: exDate,
    amount: i === 3 ? 0.25 : 1
  }))
  const { entries } = rankByYieldOnCost([makeRankingInput({ payments })], closesOf('MSTY'), asOf, '4')
  expect(entries).toMatchObject([{ payment_frequency: 52, yield_on_cost: 54.17 }])
})

test("'all' buys at the first known close", () => {
  const { entries } = rankByYieldOnCost([makeRankingInput()], closesOf('MSTY'), asOf, 'all')
  expect(entries).toMatchObject([{ cost_price: 24, cost_date: '2026-04-30', yield_on_cost_before: 54.17 }])
})

test('funds that are too young, inactive or without a price are listed, not ranked', () => {
  const inputs = [
    makeRankingInput({ symbol: 'FEAT', absence: 'inactive' }),
    makeRankingInput({ symbol: 'JPMO', newestClose: { date: '2025-04-04', close: 14 } }),
    makeRankingInput({ symbol: 'MAGY', payments: [] }),
    makeRankingInput({ symbol: 'MSTY', firstClose: { date: '2026-05-22', close: 22 } })
  ]
  const young = new Map([...closesOf('FEAT', 'MAGY'), ['MSTY', closes.slice(2)]])
  const { entries, left_out } = rankByYieldOnCost(inputs, young, asOf, '4')
  expect(entries).toEqual([])
  expect(left_out).toEqual([
    { symbol: 'FEAT', reason: 'inactive', since: '2026-05-28' },
    { symbol: 'JPMO', reason: 'no-recent-price', since: '2025-04-04' },
    { symbol: 'MAGY', reason: 'inactive', since: null },
    { symbol: 'MSTY', reason: 'too-young', since: '2026-05-22' }
  ])
})

test('a new fund in the ranking has no rank a week ago', () => {
  const input = makeRankingInput({ firstClose: { date: '2026-04-30', close: 24 } })
  const { entries } = rankByYieldOnCost([input], new Map([['MSTY', closes.slice(1)]]), asOf, '4')
  expect(entries).toMatchObject([{ yield_on_cost: 65, yield_on_cost_before: null }])
})

test("residual year-end payments don't count as the latest payment", () => {
  const residual = { exDate: '2026-05-29', payDate: '2026-06-01', amount: 0.0003 }
  const input = makeRankingInput({ payments: [...makeRankingInput().payments, residual] })
  const { entries } = rankByYieldOnCost([input], closesOf('MSTY'), asOf, '4')
  expect(entries).toMatchObject([{ latest_dividend: 0.3, yield_on_cost: 65, dividends_since: 0.8503 }])
})

test('the best yield comes first, ties by symbol', () => {
  const inputs = ['TSLY', 'CONY'].map((symbol) => makeRankingInput({ symbol }))
  const best = makeRankingInput({
    symbol: 'XDTE',
    payments: inputs[0]?.payments.map((p) => ({ ...p, amount: 1 })) ?? []
  })
  const { entries } = rankByYieldOnCost([...inputs, best], closesOf('TSLY', 'CONY', 'XDTE'), asOf, '4')
  expect(entries.map(({ symbol }) => symbol)).toEqual(['XDTE', 'CONY', 'TSLY'])
})
