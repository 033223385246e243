import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copiedTables } from '../copy-all-rows.ts'
import { migrate } from '../migrations.ts'
import { findLocation, openDatabase, openForReading, openSnapshotOf } from '../open.ts'
import type { Db } from '../schema.ts'

let folder: string
let db: Db

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-db-'))
  db = openDatabase(join(folder, 'var', 'doubloon.sqlite'))
  await migrate(db)
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

test('a migration that fails halfway leaves nothing behind, and the next one starts over', async () => {
  const other = openDatabase(join(folder, 'other.sqlite'))
  // Conflicts with the second table of the first migration.
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

test('a commit survives a power cut', async () => {
  const pragma = async (name: string) => (await sql.raw<object>(`pragma ${name}`).execute(db)).rows[0]
  expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 })
  expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 })
})

test('connections of all threads have small caches', async () => {
  const place = findLocation(db)
  for (const each of [db, openForReading(place), await openSnapshotOf(place)]) {
    const { rows } = await sql<object>`pragma cache_size`.execute(each)
    expect(rows).toEqual([{ cache_size: -4000 }])
    if (each !== db) await each.destroy()
  }
})

test('a prepared query returns a column that was added later', async () => {
  const read = async () => (await sql<object>`select * from meta limit 1`.execute(db)).rows
  await sql`insert into meta (key, value) values ('a', 'b')`.execute(db)
  expect(await read()).toEqual([{ key: expect.any(String), value: expect.any(String) }])
  await sql`alter table meta add column note text`.execute(db)
  expect(await read()).toEqual([{ key: expect.any(String), value: expect.any(String), note: null }])
})

test('all our tables are strict', async () => {
  const { rows } = await sql<{ name: string; strict: number }>`
    select name, strict from pragma_table_list where type = 'table' and name not like 'sqlite%'
      and name not like 'kysely%' and schema = 'main' order by name`.execute(db)
  expect(rows).toEqual([...copiedTables].sort().map((name) => ({ name, strict: 1 })))
})
