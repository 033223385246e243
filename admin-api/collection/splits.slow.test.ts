import { beforeEach, expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { makeFrozen } from '../testing/make.ts'
import type { CollectedFund } from './sources/market-data.ts'

/** Friday after the close, a week after the newest stored day. */
const now = new Date('2026-06-05T21:00:00Z')
const merger = { date: '2026-06-02', oldShares: 5, newShares: 1 }

let fetched: CollectedFund
let answers: Record<string, CollectedFund>

const api = forEachTest(() => {
  answers = {}
  return startApi({
    content: ['MSTY', 'CONY', 'NVDY'],
    services: { market: makeMarket(answers), clock: () => now }
  })
})
beforeEach(async () => {
  fetched = await reportStored(api.db, 'MSTY')
  Object.defineProperty(answers, 'MSTY', { get: () => fetched })
})

const collect = () => api.services.collector.collectOne('MSTY')

/** All figures of the fund, for comparison. */
async function readFigures() {
  const { db } = api
  const of = { symbol: 'MSTY' }
  return {
    closes: await db
      .selectFrom('price')
      .select(['date', 'close'])
      .where('symbol', '=', of.symbol)
      .orderBy('date')
      .execute(),
    payments: await db
      .selectFrom('dividend_history')
      .select(['ex_date', 'amount', 'amount_as_paid'])
      .where('symbol', '=', of.symbol)
      .orderBy('ex_date')
      .execute()
  }
}

async function readSplits() {
  return api.db.selectFrom('split').selectAll().where('symbol', '=', 'MSTY').orderBy('date').execute()
}

async function readWarnings() {
  const rows = await api.db
    .selectFrom('admin_log')
    .select('message')
    .where('level', '=', 'WARNING')
    .where('action', '=', 'DATA_INCONSISTENCY')
    .execute()
  return rows.map(({ message }) => message).join('\n')
}

/** A source's data after a 5-for-1 reverse split: everything, old days included, is five times as high. */
function onNewBasis({ prices, payments }: CollectedFund): CollectedFund {
  return {
    prices: [
      ...prices.map(({ date, close }) => ({ date, close: close * 5 })),
      { date: '2026-06-02', close: 101 }
    ],
    payments: payments.map((payment) => ({ ...payment, amount: payment.amount * 5 })),
    splits: [merger],
    impliedVolatility: null
  }
}

test('a split confirmed by closes adjusts everything stored except amounts as paid and frozen estimates', async () => {
  const before = await readFigures()
  const frozen = makeFrozen({ as_of: '2026-05-28', price_date: '2026-05-28', price: 21 })
  await api.db.insertInto('estimate_record').values(frozen).execute()
  await api.db
    .insertInto('manual_entry')
    .values({
      symbol: 'MSTY',
      kind: 'payment',
      status: 'pending',
      collection_date: '2026-05-29',
      payment_date: '2026-04-02',
      ex_date: '2026-04-01',
      amount: 0.2,
      price: 22,
      frequency: 'WEEKLY',
      created_at: now.toISOString()
    })
    .execute()
  await api.db
    .insertInto('payment_first_seen')
    .values({ symbol: 'MSTY', ex_date: '2026-05-28', amount: 0.2, source_name: 'x', seen_at: '2026-05-27' })
    .execute()
  fetched = onNewBasis(fetched)
  await collect()

  const after = await readFigures()
  expect(after.closes.at(-1)).toEqual({ date: '2026-06-02', close: 101 })
  for (const [index, { date, close }] of before.closes.entries())
    expect(after.closes[index]).toEqual({ date, close: expect.closeTo(close * 5, 6) })
  for (const [index, payment] of before.payments.entries())
    expect(after.payments[index]).toEqual({
      ...payment,
      amount: expect.closeTo((payment.amount ?? 0) * 5, 6)
    })
  expect((await readSplits()).at(-1)).toMatchObject({ date: '2026-06-02', old_shares: 5, new_shares: 1 })
  const record = await api.db
    .selectFrom('estimate_record')
    .select(['amount', 'price'])
    .where('symbol', '=', 'MSTY')
    .where('as_of', '=', '2026-05-28')
    .where('origin', '=', 'live')
    .executeTakeFirst()
  expect(record).toEqual({ amount: frozen.amount, price: 21 })
  const entry = await api.db
    .selectFrom('manual_entry')
    .select(['amount', 'price'])
    .where('ex_date', '=', '2026-04-01')
    .executeTakeFirst()
  expect(entry).toEqual({ amount: 1, price: 110 })
  const seen = await api.db.selectFrom('payment_first_seen').select('amount').executeTakeFirst()
  expect(seen).toEqual({ amount: 1 })
  expect(await readWarnings()).toBe('')
  const corrected = await api.db
    .selectFrom('estimate_record')
    .selectAll()
    .where('corrected_on', 'is not', null)
    .execute()
  expect(corrected).toEqual([])
})

test('the same split again adjusts nothing', async () => {
  fetched = onNewBasis(fetched)
  await collect()
  const once = await readFigures()
  await collect()
  expect(await readFigures()).toEqual(once)
})

test('a split reported while closes are still on the old basis is quarantined with the payments after it', async () => {
  const before = await readFigures()
  fetched = {
    ...fetched,
    prices: [...fetched.prices, { date: '2026-06-01', close: 20 }, { date: '2026-06-02', close: 100 }],
    payments: [...fetched.payments, { exDate: '2026-06-04', payDate: '2026-06-05', amount: 1.5 }],
    splits: [merger]
  }
  await collect()
  const after = await readFigures()
  expect(after.closes).toEqual([...before.closes, { date: '2026-06-01', close: 20 }])
  expect(after.payments).toEqual(before.payments)
  expect(await readSplits()).toHaveLength(1)
  expect(await readWarnings()).toContain('a split of June 2, 2026 (5 shares became 1) is reported, but')
  const [held] = await api.db.selectFrom('manual_entry').selectAll().where('kind', '=', 'payment').execute()
  expect(held).toMatchObject({ ex_date: '2026-06-04', amount: 1.5 })
  expect(held?.reason).toContain('may be on another share basis')
})

test('closes on another basis without an explaining split are not stored', async () => {
  const before = await readFigures()
  fetched = { ...onNewBasis(fetched), splits: [] }
  await collect()
  expect(await readFigures()).toEqual(before)
  expect(await readWarnings()).toMatch(/are 5 times the stored ones, and no split is reported/)
})

test('an eightfold jump of the close without a split is refused, and payments after it are quarantined', async () => {
  const before = await readFigures()
  fetched = {
    ...fetched,
    prices: [...fetched.prices, { date: '2026-06-02', close: 178 }],
    payments: [...fetched.payments, { exDate: '2026-06-04', payDate: '2026-06-05', amount: 1.4 }]
  }
  await collect()
  expect(await readFigures()).toEqual(before)
  const held = await api.db
    .selectFrom('manual_entry')
    .select('ex_date')
    .where('kind', '=', 'payment')
    .execute()
  expect(held).toEqual([{ ex_date: '2026-06-04' }])
  expect(await readWarnings()).toContain('the close of June 2, 2026 is reported as 178, 8 times')
})
