import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { makeClose, makeFrozen, makeFund, makePayment } from '../../testing/make.ts'
import { migrate } from './migrations.ts'

const database = forEachTest(() => openTestDatabase('tables'))

test('a reference to a missing row is refused', async () => {
  await expect(database.db.insertInto('price').values(makeClose()).execute()).rejects.toThrow(/foreign key/i)
})

test('migrations run once', async () => {
  await database.db.insertInto('fund').values(makeFund()).execute()
  await migrate(database.db)
  expect(await database.db.selectFrom('fund').select('symbol').execute()).toHaveLength(1)
})

test('a fund has one payment per pay date and per ex-date', async () => {
  await database.db.insertInto('fund').values(makeFund()).execute()
  await database.db.insertInto('dividend_history').values(makePayment()).execute()
  const again = database.db.insertInto('dividend_history')
  await expect(again.values(makePayment({ ex_date: '2026-05-27' })).execute()).rejects.toThrow(
    /UNIQUE|unique/
  )
  await expect(again.values(makePayment({ payment_date: '2026-06-01' })).execute()).rejects.toThrow(
    /UNIQUE|unique/
  )
  await expect(again.values(makePayment({ amount: -1 })).execute()).rejects.toThrow(/CHECK|check/)
})

test('a pay date before the ex-date is refused', async () => {
  await database.db.insertInto('fund').values(makeFund()).execute()
  const days = { ex_date: '2026-01-02', payment_date: '2025-12-31' }
  const entry = {
    symbol: 'MSTY',
    kind: 'payment',
    status: 'pending',
    collection_date: '2026-01-05',
    frequency: 'WEEKLY',
    created_at: '2026-01-05T12:00:00.000Z',
    ex_date: '2026-01-02'
  } as const
  const inserting = [
    database.db.insertInto('dividend_history').values(makePayment(days)),
    database.db.insertInto('manual_entry').values({ ...entry, ...days })
  ]
  for (const insert of inserting) await expect(insert.execute()).rejects.toThrow('before its ex-date')
  await database.db.insertInto('dividend_history').values(makePayment()).execute()
  await database.db.insertInto('manual_entry').values(entry).execute()
  for (const table of ['dividend_history', 'manual_entry'] as const) {
    const moving = database.db.updateTable(table).set({ payment_date: '2025-01-01' })
    await expect(moving.execute()).rejects.toThrow('before its ex-date')
  }
})

test('the id of a deleted entry is never reused, because log lines contain it', async () => {
  await database.db.insertInto('fund').values(makeFund()).execute()
  const add = () =>
    database.db
      .insertInto('manual_entry')
      .values({
        symbol: 'MSTY',
        kind: 'estimate',
        status: 'pending',
        collection_date: '2026-06-05',
        frequency: 'WEEKLY',
        created_at: '2026-06-05T21:00:00.000Z'
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id } = await add()
  await database.db.deleteFrom('manual_entry').execute()
  expect((await add()).id).toBeGreaterThan(id)
})

test('a frozen estimate moves to the new symbol of its fund, and nowhere else', async () => {
  await database.db
    .insertInto('fund')
    .values([makeFund(), makeFund({ symbol: 'FEAT' })])
    .execute()
  await database.db
    .insertInto('estimate_record')
    .values(makeFrozen({ origin: 'replayed' }))
    .execute()
  const move = () => database.db.updateTable('estimate_record').set({ symbol: 'FEAT' }).execute()
  await expect(move()).rejects.toThrow('a frozen estimate is never rewritten')
  await database.db
    .insertInto('former_symbol')
    .values({ symbol: 'MSTY', present: 'FEAT', renamed_on: '2026-06-01' })
    .execute()
  await move()
  expect(await database.db.selectFrom('estimate_record').select('symbol').execute()).toEqual([
    { symbol: 'FEAT' }
  ])
  const rewriting = database.db.updateTable('estimate_record').set({ amount: 9 })
  await expect(rewriting.execute()).rejects.toThrow('never rewritten')
})

test('the seeded database has every row of the files', async () => {
  const { db, close } = await openTestDatabase('figures')
  const { rows } = await sql<object>`select
    (select count(*) from fund) as funds, (select count(*) from dividend_history) as payments,
    (select count(*) from price) as prices, (select count(*) from split) as splits`.execute(db)
  await close()
  expect(rows).toEqual([{ funds: 66, payments: 3920, prices: 31929, splits: 20 }]) // data/README.md
})
