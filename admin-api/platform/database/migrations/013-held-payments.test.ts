import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFund, makePayment } from '../../../testing/make.ts'
import { copyDatabase } from '../../../testing/seeded-file.ts'
import { migrate } from '../migrations.ts'
import { openDatabase } from '../open.ts'
import type { Database } from '../schema.ts'

let file: string
let db: Kysely<Database>

beforeEach(async () => {
  file = await copyDatabase(false)
  db = openDatabase(file)
  await migrate(db, '012-post-keys')
  await db.insertInto('fund').values(makeFund()).execute()
})
afterEach(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

async function addEntry(kind: 'estimate' | 'payment', ex_date: string, reason: string | null = null) {
  const entry = {
    symbol: 'MSTY',
    kind,
    status: 'pending',
    collection_date: '2026-06-01',
    frequency: 'WEEKLY'
  } as const
  await db
    .insertInto('manual_entry')
    .values({ ...entry, ex_date, reported_ex_date: ex_date, reason, created_at: '2026-06-01T12:00:00.000Z' })
    .execute()
}

test('held-back payments learn what they are in doubt for, and estimates whose payment has come are gone', async () => {
  await db
    .insertInto('dividend_history')
    .values(makePayment({ ex_date: '2026-05-28' }))
    .execute()
  await addEntry(
    'payment',
    '2026-05-28',
    'The payment of MSTY with ex-date 2026-05-28 is reported as $6.0000.'
  )
  await addEntry(
    'payment',
    '2026-06-04',
    'The payment of MSTY may stand on another share basis: a split is reported.'
  )
  await addEntry('payment', '2026-06-04', 'The ex-date 2026-06-04 of MSTY is a Thursday.')
  await addEntry('estimate', '2026-05-21')
  await addEntry('estimate', '2026-06-01')
  await addEntry('estimate', '2026-06-04')
  await migrate(db)
  const entries = await db
    .selectFrom('manual_entry')
    .select(['kind', 'ex_date', 'doubt'])
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { kind: 'payment', ex_date: '2026-05-28', doubt: 'stored' },
    { kind: 'payment', ex_date: '2026-06-04', doubt: 'basis' },
    { kind: 'payment', ex_date: '2026-06-04', doubt: 'odd' },
    { kind: 'estimate', ex_date: '2026-06-04', doubt: null }
  ])
})

test('a payment that was left with a pay date before its ex-date gets its own one back, and no other one does so again', async () => {
  const row = makePayment({ ex_date: '2026-01-02', payment_date: '2025-12-31', amount: 0.0005 })
  await db.insertInto('dividend_history').values(row).execute()
  await migrate(db)
  expect(await db.selectFrom('dividend_history').selectAll().execute()).toMatchObject([
    { ...row, ex_date: '2025-12-30', ex_date_basis: 'derived' }
  ])
  await expect(db.insertInto('dividend_history').values(row).execute()).rejects.toThrow('before its ex-date')
  for (const table of ['dividend_history', 'manual_entry'] as const) {
    if (table === 'manual_entry') await addEntry('payment', '2026-01-02')
    const moving = db.updateTable(table).set({ payment_date: '2025-01-01' })
    await expect(moving.execute()).rejects.toThrow('before its ex-date')
  }
})
