import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeClose, makeFund, makePayment } from '../testing/make.ts'
import { copyDatabase } from '../testing/seeded-file.ts'
import { migrate } from './migrations.ts'
import { openDatabase } from './open.ts'
import type { Database } from './schema.ts'

let folder: string
let db: Kysely<Database>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-db-'))
  db = openDatabase(join(folder, 'var', 'doubloon.sqlite'))
  await migrate(db)
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

test('a migration that stops half-way leaves nothing behind, and the next one starts anew', async () => {
  const other = openDatabase(join(folder, 'other.sqlite'))
  // In the way of the second table of the first migration.
  await sql`create table price (x)`.execute(other)
  await expect(migrate(other)).rejects.toThrow('price')
  const tables = async () =>
    (await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(other)).rows
  expect(await tables()).not.toContainEqual({ name: 'fund' })
  await sql`drop table price`.execute(other)
  await migrate(other)
  expect(await tables()).toContainEqual({ name: 'blog_post' })
  await other.destroy()
})

test('a commit survives a power cut, and nothing may point nowhere', async () => {
  const pragma = async (name: string) => (await sql.raw<object>(`pragma ${name}`).execute(db)).rows[0]
  expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 })
  expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 })
  await expect(db.insertInto('price').values(makeClose()).execute()).rejects.toThrow('FOREIGN KEY')
})

test('migrations run once', async () => {
  await db.insertInto('fund').values(makeFund()).execute()
  await migrate(db)
  expect(await db.selectFrom('fund').select('symbol').execute()).toHaveLength(1)
})

test('every table of ours is strict', async () => {
  const { rows } = await sql<{ name: string; strict: number }>`
    select name, strict from pragma_table_list where type = 'table' and name not like 'sqlite%'
      and name not like 'kysely%' and schema = 'main' order by name`.execute(db)
  expect(rows).toEqual(
    [
      'admin_log',
      'blog_image',
      'blog_post',
      'blog_redirect',
      'declared_payment',
      'deleted_post',
      'dividend_history',
      'estimate',
      'estimate_record',
      'former_symbol',
      'fund',
      'given_payment',
      'implied_volatility',
      'lease',
      'login_try',
      'manual_entry',
      'meta',
      'outage',
      'page_change',
      'post_key',
      'price',
      'search_count',
      'search_history',
      'session',
      'split',
      'unknown_day'
    ].map((name) => ({ name, strict: 1 }))
  )
})

test('a fund is paid once a day and once for an ex-date', async () => {
  await db.insertInto('fund').values(makeFund()).execute()
  await db.insertInto('dividend_history').values(makePayment()).execute()
  const again = db.insertInto('dividend_history')
  await expect(again.values(makePayment({ ex_date: '2026-05-27' })).execute()).rejects.toThrow('UNIQUE')
  await expect(again.values(makePayment({ payment_date: '2026-06-01' })).execute()).rejects.toThrow('UNIQUE')
  await expect(again.values(makePayment({ amount: -1 })).execute()).rejects.toThrow('CHECK')
})

test('the seeded database holds every row of the files', async () => {
  const file = await copyDatabase(true)
  const seeded = openDatabase(file)
  const { rows } = await sql<object>`select
    (select count(*) from fund) as funds, (select count(*) from dividend_history) as payments,
    (select count(*) from price) as prices, (select count(*) from split) as splits`.execute(seeded)
  await seeded.destroy()
  await rm(dirname(file), { recursive: true })
  expect(rows).toEqual([{ funds: 66, payments: 3920, prices: 31929, splits: 20 }]) // data/README.md
})
