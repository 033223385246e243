import { beforeAll, expect, test } from 'vitest'
import type { FundRow } from '../contract/fund-page.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'

let page: { asOf: string; funds: FundRow[] }

const database = forAllTests(() => openTestDatabase('figures'))
beforeAll(async () => {
  const loaded = await pages.load(database.db, '/funds')
  if (loaded?.kind !== 'funds') throw new Error('/funds has another kind')
  page = loaded
})

function rowOf(symbol: string): FundRow {
  const row = page.funds.find((fund) => fund.symbol === symbol)
  if (row === undefined) throw new Error(`no row for ${symbol}`)
  return row
}

test('a monthly payer: three months calculated by hand', () => {
  // Bought on March 2, 2026, the first session three months before May 29. 0.2638 ex April 1 is reinvested on
  // April 2, what the larger holding gets ex May 1 on May 4. Figures of data/prices.csv and data/dividends.csv.
  const shares = (1 + 0.2638 / 16.1303) * (1 + 0.2898 / 17.2904)
  expect(rowOf('SPYT').returns.threeMonths).toBeCloseTo(100 * ((shares * 18.0605) / 17.04 - 1), 2)
})

test('a fund with a 5-for-1 reverse split and a change from four weeks to weekly', () => {
  // From an independent script that calculated on the share basis of each day: prices and amounts as paid, shares
  // divided by five on December 8, 2025.
  expect(rowOf('MSTY').returns).toEqual({
    threeMonths: 14.1,
    twelveMonths: -49.69,
    sinceFirst: 82.33,
    maxDrawdown: -71.25,
    reinvestmentNeeded: expect.objectContaining({ share: null, from: '2025-05-29', to: '2026-05-29' }),
    from: '2024-02-22',
    to: '2026-05-29'
  })
})

test('unknown figures are null: a younger fund, and one whose prices ended', () => {
  expect(rowOf('QQQT').returns).toMatchObject({
    threeMonths: expect.any(Number),
    twelveMonths: null,
    from: '2025-10-01'
  })
  const ended = { threeMonths: null, twelveMonths: null, reinvestmentNeeded: null, to: '2025-04-04' }
  expect(rowOf('JPMO').returns).toMatchObject(ended)
  expect(rowOf('JPMO').returns.sinceFirst).toEqual(expect.any(Number))
})

test('funds without an estimate are last and say why; every estimate has a range', () => {
  expect(page.funds.map(({ symbol }) => symbol).slice(-6)).toEqual([
    'YSPY',
    'ABNY',
    'DISO',
    'FEAT',
    'FIVY',
    'JPMO'
  ])
  for (const { estimate, figures, message } of page.funds) {
    if (estimate === null) {
      expect(figures).toBeNull()
      expect(message).toMatch(/so there is no estimate\.$/)
    } else {
      expect(message).toBeNull()
      expect(figures?.low).toBeLessThanOrEqual(estimate.dividend)
      expect(figures?.high).toBeGreaterThanOrEqual(estimate.dividend)
    }
  }
  const { estimate, figures } = rowOf('TSLY')
  if (estimate === null || figures === null) throw new Error('TSLY has an estimate')
  expect(figures.widthPercent).toBeCloseTo((100 * (figures.high - figures.low)) / estimate.dividend, 2)
  expect(rowOf('TSLY').underlying).toEqual({ ticker: 'TSLA', name: 'Tesla' })
})
