import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { laterMigrations } from '../platform/database/migrations/later-migrations.ts'
import { openTestDatabase, seededAt } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { mayFacts } from '../testing/may-facts.ts'
import { pages } from '../testing/pages.ts'
import { fillDatabase } from './first-database.ts'

const database = forEachTest(() => openTestDatabase('figures'))

test('a database of an earlier version gets its outlooks at the next start, and loses nothing', async () => {
  const { db } = database
  const count = async (table: 'estimate_record' | 'dividend_history') =>
    (await db.selectFrom(table).select('symbol').execute()).length
  const readAll = async () => ({
    outlooks: await db.selectFrom('outlook').selectAll().orderBy('symbol').execute(),
    estimates: await db.selectFrom('estimate').selectAll().orderBy('symbol').execute(),
    record: await count('estimate_record'),
    payments: await count('dividend_history')
  })
  const before = await readAll()
  expect(before.outlooks.length).toBe(before.estimates.filter(({ status }) => status === 'estimated').length)
  await sql`drop table outlook`.execute(db)
  await laterMigrations['055-outlook']?.up(db)
  await fillDatabase(db, mayFacts, { now: seededAt, queueChange: pages.queueChange })
  expect(await readAll()).toEqual(before)
})
