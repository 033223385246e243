import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findTemplate } from '../../testing/database.ts'
import { laterMigrations } from './migrations/later-migrations.ts'
import { moveDatabase } from './move-database.ts'

const now = new Date('2026-06-02T12:00:00Z')
let folder: string
let from: string
let to: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-move-'))
  from = join(folder, 'doubloon.sqlite')
  to = join(folder, 'moved.sqlite')
  await copyFile(await findTemplate('two-funds'), from)
})
afterEach(async () => {
  delete laterMigrations['999-next']
  await rm(folder, { recursive: true })
})

function query(file: string, text: string): unknown[] {
  const sqlite = new SQLite(file, { readonly: true })
  const rows = sqlite.prepare(text).pluck().all()
  sqlite.close()
  return rows
}

async function writeForeign(file: string): Promise<void> {
  new SQLite(file).exec('create table recipe (name text)').close()
}

test('a database of an earlier version becomes one of this version, and the source stays unchanged', async () => {
  const before = await readFile(from)
  laterMigrations['999-next'] = { up: (next) => sql`create table next (name text)`.execute(next).then() }
  const copies = await moveDatabase({ from, to }, now)
  expect(copies.find(({ table }) => table === 'fund')?.rows).toBeGreaterThan(0)
  expect(query(to, 'select symbol from fund')).toEqual(query(from, 'select symbol from fund'))
  expect(query(to, 'select max(name) from kysely_migration')).toEqual(['999-next'])
  expect((await readFile(from)).equals(before)).toBe(true)
})

test('the database of another program is neither moved nor written to', async () => {
  const foreign = join(folder, 'foreign.sqlite')
  await writeForeign(foreign)
  const before = await readFile(foreign)
  const reason = `${foreign} is a database of another program.`
  await expect(moveDatabase({ from: foreign, to }, now)).rejects.toThrow(reason)
  await expect(moveDatabase({ from, to: foreign }, now)).rejects.toThrow(reason)
  expect((await readFile(foreign)).equals(before)).toBe(true)
  expect(existsSync(to)).toBe(false)
})

test('a target with rows stays unchanged, and an empty file is accepted', async () => {
  await writeFile(to, '')
  await moveDatabase({ from, to }, now)
  await expect(moveDatabase({ from, to }, now)).rejects.toThrow('the target is not empty')
  expect(query(to, 'select symbol from fund')).toEqual(query(from, 'select symbol from fund'))
})
