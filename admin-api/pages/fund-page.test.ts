import { expect, test } from 'vitest'
import type { FundPage } from '../contract/fund-page.ts'
import type { GrowthFile } from '../contract/growth-file.ts'
import { addQuarantinedPayment, writeStatus } from '../payments/manual-entries.db.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { rankSince } from '../returns/growth-table.ts'
import { startApi } from '../testing/api.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'

const api = forAllTests(() => startApi())

async function loadFund(ticker: string): Promise<FundPage> {
  const page = await pages.load(api.db, `/${ticker}`)
  if (page?.kind !== 'fund') throw new Error(`${ticker} has no page`)
  return page
}

async function loadGrowth(quarter: string): Promise<GrowthFile> {
  const page = await pages.load(api.db, `/data/growth/${quarter}.json`)
  if (page?.kind !== 'growth') throw new Error(`${quarter} has no growth`)
  return page.data
}

test("a page's rank is the one in the growth file of its first close", async () => {
  const { rank } = (await loadFund('msty')).returns
  expect(rank).toEqual(rankSince(await loadGrowth('2024-q1'), 'MSTY', '2024-02-22'))
  // 23 funds had a close then and still have one.
  expect(rank?.of).toBe(23)
  // The closes of FEAT end in April 2025.
  expect((await loadFund('feat')).returns.rank).toBeNull()
})

test('a growth file has the days and funds of its quarter', async () => {
  const { as_of, days, funds } = await loadGrowth('2022-q4')
  expect(as_of).toBe('2026-05-29')
  expect([days[0], days.at(-1)]).toEqual(['2022-11-23', '2022-12-30'])
  expect(funds.map(({ symbol, growth }) => [symbol, growth.length, growth[0] === null])).toEqual([
    ['OARK', days.length, true],
    ['TSLY', days.length, false]
  ])
  expect(await pages.load(api.db, '/data/growth/2021-q1.json')).toBeNull()
})

test('a changed price changes ranks and growth immediately', async () => {
  const before = await loadGrowth('2024-q1')
  await writeTransaction(api.db, async (trx) => {
    await trx
      .updateTable('price')
      .set({ close: 1000 })
      .where('symbol', '=', 'MSTY')
      .where('date', '=', '2026-05-29')
      .execute()
    await pages.queueChange(trx, { kind: 'figures', symbols: new Set(['MSTY']) }, new Date())
  })
  expect((await loadFund('msty')).returns.rank?.place).toBe(1)
  expect(await loadGrowth('2024-q1')).not.toEqual(before)
})

test("past payments have their estimates, on today's share basis", async () => {
  const { expectedAndPaid } = await loadFund('tsyy')
  expect(expectedAndPaid.length).toBeGreaterThan(12)
  expect(expectedAndPaid.map(({ exDate }) => exDate)).toEqual(
    expectedAndPaid
      .map(({ exDate }) => exDate)
      .toSorted()
      .toReversed()
  )
  const paid = (await loadFund('tsyy')).returns.payments
  for (const { exDate, actual, origin } of expectedAndPaid) {
    expect(origin).toBe('replayed')
    expect(actual, exDate).toBeCloseTo(paid.find((payment) => payment.exDate === exDate)?.amount ?? 0, 2)
  }
})

test('a quarantined payment is mentioned until it is decided', async () => {
  expect((await loadFund('msty')).inReview).toEqual([])
  const entry = await addQuarantinedPayment(api.db, {
    ...{
      symbol: 'MSTY',
      collection_date: '2026-05-30',
      frequency: 'WEEKLY',
      doubt: 'odd',
      reason: 'Too high.'
    },
    payment_date: '2026-06-05',
    payment_date_basis: 'source',
    amount: 6,
    average_amount: null,
    ex_date: '2026-06-04',
    ex_date_basis: 'source',
    reported_ex_date: '2026-06-04',
    ...{
      price: null,
      implied_volatility: null,
      contradicted_by: null,
      created_at: '2026-05-30T12:00:00.000Z'
    }
  })
  expect((await loadFund('msty')).inReview).toEqual([{ ex_date: '2026-06-04', amount: 6, isStored: false }])
  await writeStatus(api.db, [entry.id], 'rejected')
  expect((await loadFund('msty')).inReview).toEqual([])
})

test('the check is that of the shown estimate, unless none of its amount is signed', async () => {
  const { outcome, checkPath } = await loadFund('msty')
  if (outcome.status !== 'estimated') throw new Error('MSTY has an estimate')
  expect(checkPath).toBe(`/record?day=2026-06-01&symbol=MSTY&ex_date=${outcome.stock.next_ex_date}#check`)
  await api.db.updateTable('estimate').set({ amount: 9 }).where('symbol', '=', 'MSTY').execute()
  expect((await loadFund('msty')).checkPath).toBeNull()
  expect((await loadFund('feat')).checkPath).toBeNull()
})
