import { expect, test } from 'vitest'
import { closes, makeRankingInput } from '../testing/make-ranking-input.ts'
import { dividendsBetween, priceChange, rankByRoi, totalReturn } from './roi-rankings.ts'

const asOf = '2026-05-29'
const closesOf = (...symbols: string[]) => new Map(symbols.map((symbol) => [symbol, closes]))

test('ROI runs from the first close to the close of the newest declaration', () => {
  // Two sessions before Thursday, May 28 is Tuesday, May 26: 21. Paid by then: 0.10 + 0.20 + 0.25 = 0.55.
  // 21 + 0.55 - 24 = -2.45, and -2.45 / 24 = -10.208 %. The price only: -3 / 24 = -12.5 %.
  expect(rankByRoi([makeRankingInput()], closesOf('MSTY'), asOf)).toEqual([
    {
      symbol: 'MSTY',
      name: 'YieldMax MSTR Option Income Strategy ETF',
      issuer: 'YieldMax',
      declaration_date_price: 21,
      declaration_date: '2026-05-26',
      earliest_price: 24,
      earliest_date: '2026-04-30',
      total_dividends: 0.55,
      price_change: -12.5,
      total_roi: -10.21,
      is_price_recent: true,
      as_of: asOf
    }
  ])
})

test('a missing close falls back to an older one, with its day and the payments up to it', () => {
  const input = makeRankingInput({ newestClose: { date: '2026-05-08', close: 23 } })
  expect(rankByRoi([input], new Map(), asOf)).toMatchObject([
    {
      declaration_date_price: 23,
      declaration_date: '2026-05-08',
      total_dividends: 0.1,
      is_price_recent: false
    }
  ])
})

test('a fund without any price has no return and comes last', () => {
  const lost = makeRankingInput({ symbol: 'AAPW', firstClose: undefined, newestClose: undefined })
  const [first, last] = rankByRoi([lost, makeRankingInput()], closesOf('MSTY'), asOf)
  expect(first?.symbol).toBe('MSTY')
  expect(last).toMatchObject({
    symbol: 'AAPW',
    declaration_date_price: 0,
    declaration_date: null,
    earliest_price: 0,
    total_dividends: 0,
    price_change: null,
    total_roi: null
  })
})

test('a fund that never paid is ranked by its price', () => {
  const [entry] = rankByRoi([makeRankingInput({ payments: [] })], closesOf('MSTY'), asOf)
  expect(entry).toMatchObject({ declaration_date: '2026-05-29', total_dividends: 0, total_roi: -16.5 })
})

test('the best ROI comes first, ties by symbol', () => {
  const inputs = [
    makeRankingInput({ symbol: 'TSLY' }),
    makeRankingInput({ symbol: 'CONY' }),
    makeRankingInput({ symbol: 'XDTE', firstClose: { date: '2026-04-30', close: 20 } })
  ]
  const entries = rankByRoi(inputs, closesOf('TSLY', 'CONY', 'XDTE'), asOf)
  expect(entries.map(({ symbol }) => symbol)).toEqual(['XDTE', 'CONY', 'TSLY'])
})

test('a fund that stopped paying before the period has no return in it', () => {
  const stopped = makeRankingInput({ payments: [paid('2026-04-16', 1)] })
  const closesIn = new Map([['MSTY', [{ date: '2026-04-14', close: 30 }, ...closes]]])
  expect(rankByRoi([stopped], closesIn, asOf)).toMatchObject([
    { declaration_date: '2026-04-14', earliest_price: 0, total_roi: null }
  ])
})

function paid(exDate: string, amount: number) {
  return { exDate, payDate: exDate, amount }
}

test('a share bought at the close of an ex-date misses the payment, a share held to it gets it', () => {
  const payments = [
    paid('2026-05-07', 1),
    paid('2026-05-14', 2),
    paid('2026-05-21', 4),
    paid('2026-05-28', 8)
  ]
  expect(dividendsBetween(payments, '2026-05-07', '2026-05-21')).toBe(6)
  expect(dividendsBetween(payments, '2026-05-06', '2026-05-28')).toBe(15)
  expect(dividendsBetween(payments, '2026-05-28', '2026-05-28')).toBe(0)
})

test('a total return counts the change in price and the payments', () => {
  // Bought at 40, now 30, paid 16: 30 + 16 - 40 = 6, and 6 / 40 = 15 %.
  expect(totalReturn(40, 30, 16)).toBeCloseTo(15, 10)
  expect(priceChange(40, 30)).toBeCloseTo(-25, 10)
})

test('a reverse split changes nothing if all three amounts are on one share basis', () => {
  // Five old shares at 8, 3.20 paid on each, then merged into one at 30: the case above.
  expect(totalReturn(5 * 8, 30, 5 * 3.2)).toBeCloseTo(15, 10)
})

test('without a price to start from there is no return', () => {
  expect(totalReturn(0, 30, 16)).toBeNull()
  expect(priceChange(0, 30)).toBeNull()
})
