import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeClose, makeFund, makePayment } from '../../testing/make.ts'
import { copyDatabase, openCopy } from '../../testing/seeded-file.ts'
import { migrate } from './migrations.ts'
import type { Database } from './schema.ts'

let file: string
let db: Kysely<Database>

beforeEach(async () => {
  file = await copyDatabase(false)
  db = openCopy(file)
  await migrate(db)
})
afterEach(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true, force: true })
})

test('nothing may point nowhere', async () => {
  await expect(db.insertInto('price').values(makeClose()).execute()).rejects.toThrow(/foreign key/i)
})

test('migrations run once', async () => {
  await db.insertInto('fund').values(makeFund()).execute()
  await migrate(db)
  expect(await db.selectFrom('fund').select('symbol').execute()).toHaveLength(1)
})

test('a fund is paid once a day and once for an ex-date', async () => {
  await db.insertInto('fund').values(makeFund()).execute()
  await db.insertInto('dividend_history').values(makePayment()).execute()
  const again = db.insertInto('dividend_history')
  await expect(again.values(makePayment({ ex_date: '2026-05-27' })).execute()).rejects.toThrow(
    /UNIQUE|unique/
  )
  await expect(again.values(makePayment({ payment_date: '2026-06-01' })).execute()).rejects.toThrow(
    /UNIQUE|unique/
  )
  await expect(again.values(makePayment({ amount: -1 })).execute()).rejects.toThrow(/CHECK|check/)
})

test('the seeded database holds every row of the files', async () => {
  const file = await copyDatabase(true)
  const seeded = openCopy(file)
  const { rows } = await sql<object>`select
    (select count(*) from fund) as funds, (select count(*) from dividend_history) as payments,
    (select count(*) from price) as prices, (select count(*) from split) as splits`.execute(seeded)
  await seeded.destroy()
  await rm(dirname(file), { recursive: true })
  expect(rows).toEqual([{ funds: 66, payments: 3920, prices: 31929, splits: 20 }]) // data/README.md
})
