import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findComingPayments } from '../estimates/coming-payments.db.ts'
import { laterMigrations } from '../platform/database/migrations/later-migrations.ts'
import { openTestDatabase, seededAt } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { mayFacts } from '../testing/may-facts.ts'
import { pages } from '../testing/pages.ts'
import { fillDatabase } from './first-database.ts'

const database = forEachTest(() => openTestDatabase('figures'))

test('a database of an earlier version gets its outlooks and coming payments at the next start, and loses nothing', async () => {
  const { db } = database
  const count = async (table: 'estimate_record' | 'dividend_history') =>
    (await db.selectFrom(table).select('symbol').execute()).length
  const readAll = async () => ({
    outlooks: await db.selectFrom('outlook').selectAll().orderBy('symbol').execute(),
    coming: await findComingPayments(db, null),
    estimates: await db.selectFrom('estimate').selectAll().orderBy('symbol').execute(),
    record: await count('estimate_record'),
    payments: await count('dividend_history')
  })
  const before = await readAll()
  expect(before.coming.size).toBeGreaterThan(10)
  expect(before.outlooks.length).toBe(before.estimates.length)
  await sql`drop table coming_payment`.execute(db)
  await sql`drop table outlook`.execute(db)
  await laterMigrations['055-outlook']?.up(db)
  await laterMigrations['071-coming-payments']?.up(db)
  await fillDatabase(db, mayFacts, { now: seededAt, queueChange: pages.queueChange })
  expect(await readAll()).toEqual(before)
})
