import { expect, test } from 'vitest'
import { toRocOfFund } from '../payments/return-of-capital.db.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { lastTestDay } from '../testing/may-facts.ts'
import { listNoticeRecords, returnOfCapitalPages } from './return-of-capital.pages.ts'

const database = forAllTests(() => openTestDatabase('figures'))
const fund = { symbol: 'MSTY', name: 'A fund', issuer: 'YieldMax' }
const row = (ex_date_or_year: string, roc_percent: number) => ({
  symbol: 'MSTY',
  ex_date_or_year,
  roc_percent,
  source: 'https://issuer.example',
  kind: ex_date_or_year.length === 4 ? ('final' as const) : ('19a' as const)
})

test('notices of a year are compared with its final figure at equal weight', () => {
  // Mean of 100, 90 and 20 is 70; they are 40, 30 and 40 points from 60: 36.67 on average.
  const rows = [row('2023-12-07', 5), row('2024-04-04', 100), row('2024-05-06', 90), row('2024-06-06', 20)]
  expect(listNoticeRecords(fund, toRocOfFund([...rows, row('2024', 60), row('2025-01-08', 1)]))).toEqual([
    {
      symbol: 'MSTY',
      issuer: 'YieldMax',
      year: '2024',
      notices: 3,
      finalPercent: 60,
      noticePercent: expect.closeTo(70, 8),
      errorPoints: expect.closeTo(110 / 3, 8)
    }
  ])
  expect(listNoticeRecords(fund, toRocOfFund(rows))).toEqual([])
})

test('a new database has every figure of data/roc.csv on the page and in the CSV', async () => {
  const { db } = database
  const [page, csv] = await Promise.all(returnOfCapitalPages.map(({ load }) => load(db)))
  if (page?.kind !== 'return-of-capital' || csv?.kind !== 'csv') throw new Error('no page')
  expect(page.asOf).toBe(lastTestDay)
  expect(page.funds.find(({ symbol }) => symbol === 'AMDY')).toMatchObject({
    final: { year: '2025', percent: 36.55 },
    notices: 43
  })
  // All 22 payments of AMDY in 2026 have a notice; Roundhill publishes no figures that are known here.
  const coverageOf = (symbol: string) => page.funds.find((row) => row.symbol === symbol)?.coverage
  expect(coverageOf('AMDY')).toEqual({ payments: 22, carried: 0, unknown: 0 })
  expect(coverageOf('XDTE')).toEqual({ payments: 21, carried: 0, unknown: 21 })
  const years = page.record.map(({ symbol, year, notices }) => `${symbol} ${year} ${notices}`)
  expect(years).toHaveLength(24)
  expect(years).toEqual(
    expect.arrayContaining(['MSTY 2024 3', 'NVDY 2023 2', 'AMDY 2025 21', 'YMAX 2025 38'])
  )
  expect(csv.csv.split('\r\n')[1]).toMatch(/^ABNY,2024,final,23\.59,https:/)
})
