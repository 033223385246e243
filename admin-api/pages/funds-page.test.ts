import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPages } from '../all-pages.ts'
import type { FundRow, FundsPage } from '../contract/funds-page.ts'
import type { Database } from '../platform/database/schema.ts'
import { copyDatabase, openCopy } from '../testing/seeded-file.ts'

const pages = createPages([])
let file: string
let db: Kysely<Database>
let page: FundsPage

beforeAll(async () => {
  file = await copyDatabase(true)
  db = openCopy(file)
  const loaded = await pages.load(db, '/funds')
  if (loaded?.kind !== 'funds') throw new Error('the page of all funds is of another kind')
  page = loaded
})
afterAll(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

function rowOf(symbol: string): FundRow {
  const row = page.funds.find((fund) => fund.symbol === symbol)
  if (row === undefined) throw new Error(`no row for ${symbol}`)
  return row
}

test('a fund that pays monthly: three months worked by hand', () => {
  // Bought on 2 March 2026, the first session three months before 29 May. 0.2638 ex 1 April buys on 2 April, and what
  // the grown holding gets ex 1 May buys on 4 May: figures of data/prices.csv and data/dividends.csv.
  const shares = (1 + 0.2638 / 16.1303) * (1 + 0.2898 / 17.2904)
  expect(rowOf('SPYT').returns.threeMonths).toBeCloseTo(100 * ((shares * 18.0605) / 17.04 - 1), 2)
})

test('a fund that merged five shares into one and went from four weeks to weekly', () => {
  // By a script of its own that lived through data/ as it was at the time: prices and amounts as they were paid, the
  // shares divided by five on 8 December 2025.
  expect(rowOf('MSTY').returns).toEqual({
    threeMonths: 14.1,
    twelveMonths: -49.69,
    sinceFirst: 82.33,
    deepestFall: -71.25,
    from: '2024-02-22',
    to: '2026-05-29'
  })
})

test('what is not known is null: a younger fund, and one whose prices have ended', () => {
  expect(rowOf('QQQT').returns).toMatchObject({
    threeMonths: expect.any(Number),
    twelveMonths: null,
    from: '2025-10-01'
  })
  expect(rowOf('JPMO').returns).toMatchObject({ threeMonths: null, twelveMonths: null, to: '2025-04-04' })
  expect(rowOf('JPMO').returns.sinceFirst).toEqual(expect.any(Number))
})

test('the typical error is the median that the record shows of the fund', async () => {
  const record = await pages.load(db, '/accuracy')
  if (record?.kind !== 'accuracy') throw new Error('the record is of another kind')
  const shown = record.replayed?.funds ?? []
  expect(shown.length).toBeGreaterThan(55)
  for (const { name, figures } of shown)
    expect(rowOf(name).typicalErrorPercent).toBeCloseTo(figures.medianErrorPercent, 2)
})

test('funds without an estimate stand last and say why; a range comes with every estimate', () => {
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
