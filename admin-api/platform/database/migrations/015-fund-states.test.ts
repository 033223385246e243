import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPages } from '../../../all-pages.ts'
import { methodVersion } from '../../../estimator/estimator.ts'
import { fillDatabase } from '../../../collection/fill-database.ts'
import { embeddedMarketData } from '../../../collection/sources/embedded.ts'
import { makeClose, makeEstimate, makeFrozen, makeFund, makePayment } from '../../../testing/make.ts'
import { copyDatabase } from '../../../testing/seeded-file.ts'
import { migrate } from '../migrations.ts'
import { openDatabase } from '../open.ts'
import type { Database } from '../schema.ts'

/** A database of the version before, whose estimates and replay are by today's method. */
let file: string
let db: Kysely<Database>

beforeEach(async () => {
  file = await copyDatabase(false)
  db = openDatabase(file)
  await migrate(db, '012-post-keys')
  await db
    .insertInto('fund')
    .values([makeFund(), makeFund({ symbol: 'FEAT' })])
    .execute()
  await db
    .insertInto('price')
    .values([makeClose(), makeClose({ symbol: 'FEAT', date: '2025-04-03' })])
    .execute()
  await db
    .insertInto('dividend_history')
    .values([
      makePayment(),
      makePayment({ symbol: 'FEAT', ex_date: '2026-02-11', payment_date: '2026-02-12' })
    ])
    .execute()
  await db
    .insertInto('estimate')
    .values([
      makeEstimate({ method_version: methodVersion }),
      makeEstimate({ symbol: 'FEAT', method_version: methodVersion })
    ])
    .execute()
  await db
    .insertInto('estimate_record')
    .values(makeFrozen({ origin: 'replayed', method_version: methodVersion }))
    .execute()
})
afterEach(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

test('an older database finds its closed funds at the first start, with their day, and keeps the others open', async () => {
  await migrate(db)
  const { queueChange } = createPages([])
  await fillDatabase(db, embeddedMarketData, { now: new Date('2026-06-01T12:00:00Z'), queueChange })
  const states = await db
    .selectFrom('fund')
    .select(['symbol', 'state', 'state_since', 'batch_by'])
    .orderBy('symbol')
    .execute()
  expect(states).toEqual([
    { symbol: 'FEAT', state: 'closed', state_since: '2026-02-11', batch_by: 'data' },
    { symbol: 'MSTY', state: 'open', state_since: null, batch_by: 'data' }
  ])
  const answers = await db.selectFrom('estimate').select(['symbol', 'status']).execute()
  expect(answers).toContainEqual({ symbol: 'FEAT', status: 'closed' })
})

test('a frozen estimate goes with its fund to a new symbol, and nowhere else', async () => {
  await migrate(db)
  const move = () => sql`update estimate_record set symbol = 'FEAT' where symbol = 'MSTY'`.execute(db)
  await expect(move()).rejects.toThrow('a frozen estimate is never rewritten')
  await db
    .insertInto('former_symbol')
    .values({ symbol: 'MSTY', present: 'FEAT', renamed_on: '2026-06-01' })
    .execute()
  await move()
  const record = await db.selectFrom('estimate_record').select('symbol').execute()
  expect(record).toEqual([{ symbol: 'FEAT' }])
  await expect(sql`update estimate_record set amount = 9`.execute(db)).rejects.toThrow('never rewritten')
})
