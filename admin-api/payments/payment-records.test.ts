import { beforeEach, expect, test } from 'vitest'
import { readMeta } from '../platform/database/meta.db.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { makeFund } from '../testing/make.ts'
import { type Recorded, recordExpected, recordPaid } from './payment-records.db.ts'
import { type ExpectedPayment, type PaidPayment, PaymentConflict } from './plan-payment.ts'

const now = new Date('2026-06-06T12:00:00Z')

const database = forEachTest(() => openTestDatabase('tables'))
beforeEach(async () => {
  await database.db.insertInto('fund').values(makeFund()).execute()
})

function pay(given: Partial<PaidPayment> = {}): Promise<Recorded> {
  const paid: PaidPayment = {
    symbol: 'MSTY',
    exDate: '2026-06-04',
    exDateBasis: 'source',
    payDate: '2026-06-05',
    payDateBasis: 'source',
    amount: 0.5,
    sources: 'a source',
    collectionDate: '2026-06-06',
    ...given
  }
  return database.db.transaction().execute((trx) => recordPaid(trx, paid, now))
}

function expectPayment(given: Partial<ExpectedPayment> = {}): Promise<Recorded> {
  const expected: ExpectedPayment = {
    symbol: 'MSTY',
    exDate: '2026-06-03',
    exDateBasis: 'derived',
    payDate: '2026-06-04',
    payDateBasis: 'derived',
    estimated_amount: 0.4,
    frequency: 'WEEKLY',
    implied_volatility: 0.8,
    price: 20,
    average_amount: 0.45,
    collection_date: '2026-06-01',
    ...given
  }
  return database.db.transaction().execute((trx) => recordExpected(trx, expected, now))
}

async function history() {
  return database.db.selectFrom('dividend_history').selectAll().orderBy('payment_date').execute()
}

test('a payment is added once; repeating it changes nothing, not even the time of the last change', async () => {
  expect(await pay()).toBe('added')
  expect(await readMeta(database.db, 'history-changed-at')).toBe('2026-06-06T12:00:00.000Z')
  await database.db.deleteFrom('meta').execute()
  const before = await history()
  expect(await pay({ sources: 'another', amount: 0.50001 })).toBe('unchanged')
  expect(await history()).toEqual(before)
  expect(await readMeta(database.db, 'history-changed-at')).toBeNull()
})

test('an expectation becomes its payment, moves to its day, and is scored', async () => {
  expect(await expectPayment()).toBe('added')
  expect(await pay()).toBe('added')
  // |0.5 - 0.4| / 0.5 = 0.2
  expect(await history()).toEqual([
    expect.objectContaining({
      payment_date: '2026-06-05',
      ex_date: '2026-06-04',
      amount: 0.5,
      amount_as_paid: 0.5,
      estimated_amount: 0.4,
      price: 20,
      collection_date: '2026-06-01',
      accuracy_score: 0.8
    })
  ])
})

test('an expectation five days away belongs to another payment and stays', async () => {
  await expectPayment({ exDate: '2026-06-09', payDate: '2026-06-10' })
  await pay()
  expect((await history()).map(({ amount }) => amount)).toEqual([0.5, null])
})

test('an estimate approved after the payment is added to its row and scored, and the payment stays', async () => {
  await pay()
  expect(await expectPayment({ payDate: '2026-06-05', estimated_amount: 0.6 })).toBe('changed')
  expect(await history()).toEqual([
    expect.objectContaining({
      amount: 0.5,
      ex_date: '2026-06-04',
      estimated_amount: 0.6,
      accuracy_score: 0.8
    })
  ])
})

test('a newer expectation of a payment replaces the older one', async () => {
  await expectPayment()
  await expectPayment({ exDate: '2026-06-04', payDate: '2026-06-05', estimated_amount: 0.45 })
  expect(
    (await history()).map(({ payment_date, estimated_amount }) => [payment_date, estimated_amount])
  ).toEqual([['2026-06-05', 0.45]])
})

test.each([
  [0, 0, 1],
  [0.1, 0, 0],
  [2, 0.5, 0]
])('an estimate of %d and a payment of %d score %d', async (estimatedAmount, amount, score) => {
  await expectPayment({ estimated_amount: estimatedAmount })
  await pay({ amount })
  expect((await history())[0]?.accuracy_score).toBe(score)
})

test('a derived day never replaces one that was read in a source', async () => {
  await pay()
  expect(await pay({ payDate: '2026-06-08', payDateBasis: 'derived', amount: 0.6 })).toBe('changed')
  expect(await history()).toEqual([
    expect.objectContaining({ payment_date: '2026-06-05', payment_date_basis: 'source', amount: 0.6 })
  ])
})

test('a source corrects a derived ex-date instead of adding a second payment', async () => {
  await pay({ exDate: '2026-06-03', exDateBasis: 'derived' })
  expect(await pay({ payDate: '2026-06-08', payDateBasis: 'derived' })).toBe('changed')
  expect(await history()).toEqual([
    expect.objectContaining({ ex_date: '2026-06-04', ex_date_basis: 'source', payment_date: '2026-06-05' })
  ])
})

test('a payment whose days belong to two other payments is rejected, and the message names a day', async () => {
  await pay()
  await pay({ exDate: '2026-06-11', payDate: '2026-06-12' })
  const clash = pay({ payDate: '2026-06-12', amount: 0.9 })
  await expect(clash).rejects.toThrow(PaymentConflict)
  await expect(clash).rejects.toThrow('ex-date June 11, 2026, paid on June 12, 2026')
})

test('the as-paid amount undoes every later split, and is unknown if the day of one is unknown', async () => {
  const split = { symbol: 'MSTY', old_shares: 5, new_shares: 1, basis: 'test' }
  await database.db
    .insertInto('split')
    .values([
      { ...split, date: '2025-12-08' },
      { ...split, date: '2026-06-20', old_shares: 2 }
    ])
    .execute()
  await pay({ exDate: '2025-12-04', payDate: '2025-12-05', amount: 1.5 })
  await pay()
  await pay({ exDate: '2026-06-20', payDate: '2026-06-22' })
  expect((await history()).map((row) => row.amount_as_paid)).toEqual([0.15, 0.25, 0.5])

  await database.db.updateTable('split').set({ date: '' }).where('date', '=', '2025-12-08').execute()
  await pay({ exDate: '2025-11-27', payDate: '2025-11-28' })
  await pay({ exDate: '2026-06-11', payDate: '2026-06-12' })
  const rows = await history()
  expect(rows[0]?.amount_as_paid).toBeNull()
  expect(rows[3]?.amount_as_paid).toBe(0.25)
})
