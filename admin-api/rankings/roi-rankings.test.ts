import { expect, test } from 'vitest'
import { closes, makeLog } from '../testing/make-log.ts'
import { rankByRoi } from './roi-rankings.ts'

const asOf = '2026-05-29'
const closesOf = (...symbols: string[]) => new Map(symbols.map((symbol) => [symbol, closes]))

test('a fund is followed from its first close to the close its newest payment was declared at', () => {
  // Two sessions before Thursday 28 May is Tuesday 26 May: 21. Paid by then: 0.10 + 0.20 + 0.25 = 0.55.
  // 21 + 0.55 - 24 = -2.45, and -2.45 / 24 = -10.208 %. The price alone: -3 / 24 = -12.5 %.
  expect(rankByRoi([makeLog()], closesOf('MSTY'), asOf)).toEqual([
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

test('where that close is missing an older one stands, with its own day and the payments up to it', () => {
  const log = makeLog({ newestClose: { date: '2026-05-08', close: 23 } })
  expect(rankByRoi([log], new Map(), asOf)).toMatchObject([
    {
      declaration_date_price: 23,
      declaration_date: '2026-05-08',
      total_dividends: 0.1,
      is_price_recent: false
    }
  ])
})

test('a fund without any price has no return and comes last', () => {
  const lost = makeLog({ symbol: 'AAPW', firstClose: undefined, newestClose: undefined })
  const [first, last] = rankByRoi([lost, makeLog()], closesOf('MSTY'), asOf)
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
  const [entry] = rankByRoi([makeLog({ payments: [] })], closesOf('MSTY'), asOf)
  expect(entry).toMatchObject({ declaration_date: '2026-05-29', total_dividends: 0, total_roi: -16.5 })
})

test('best comes first, equals by symbol', () => {
  const logs = [
    makeLog({ symbol: 'TSLY' }),
    makeLog({ symbol: 'CONY' }),
    makeLog({ symbol: 'XDTE', firstClose: { date: '2026-04-30', close: 20 } })
  ]
  const entries = rankByRoi(logs, closesOf('TSLY', 'CONY', 'XDTE'), asOf)
  expect(entries.map(({ symbol }) => symbol)).toEqual(['XDTE', 'CONY', 'TSLY'])
})
