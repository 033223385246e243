import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase023, forgetNewestMigrations } from '../../testing/database-023.ts'
import { findFault } from './check-database.ts'
import { laterMigrations } from './migrations/later-migrations.ts'
import { migrate } from './migrations.ts'
import { openDatabase } from './open.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doubloon-check-'))
  file = join(folder, 'doubloon.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  { moment: 'before the first table', tables: [] },
  { moment: "between the migrator's two tables", tables: ['kysely_migration'] },
  { moment: 'before the first migration', tables: ['kysely_migration', 'kysely_migration_lock'] }
])('a first start that was killed $moment is not a fault', async ({ tables }) => {
  const killed = openDatabase(file)
  for (const name of tables) await killed.schema.createTable(name).addColumn('name', 'text').execute()
  await killed.destroy()
  expect(findFault(file)).toBe(null)
})

test('a filled database is sound, and one of another program is reported', async () => {
  const db = openDatabase(file)
  await migrate(db)
  await db.destroy()
  expect(findFault(file)).toBe(null)

  const foreign = openDatabase(join(folder, 'other.sqlite'))
  await sql`create table customers (name text)`.execute(foreign)
  await foreign.destroy()
  expect(findFault(join(folder, 'other.sqlite'))).toEqual({
    reason: 'is a database of another program'
  })
})

test('a missing table is a fault, unless the database is of an earlier version', async () => {
  const db = openDatabase(file)
  await migrate(db)
  await sql`drop table session`.execute(db)
  expect(findFault(file)).toEqual({ reason: 'lacks its table session' })
  laterMigrations['999-next'] = { up: async () => {} }
  expect(findFault(file)).toBe(null)
  delete laterMigrations['999-next']
  await db.destroy()
})

test('a database of the last release with migrations 001 to 023 is sound, and an older one is refused', () => {
  createDatabase023(file)
  expect(findFault(file)).toBe(null)
  forgetNewestMigrations(file)
  expect(findFault(file)).toEqual({
    reason: 'was written by a version of Doubloon that is too old for this one (021-blog-images)',
    remedy: 'update to the previous release first, start it once with this database, then update again'
  })
})
