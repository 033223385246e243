import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import SQLite from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFund } from '../../testing/make.ts'
import { nameNewDatabase, openCopy } from '../../testing/seeded-file.ts'
import { readLastBackup } from './backups/last-backup.db.ts'
import { listCopies } from './backups/list-copies.ts'
import { migrateSafely } from './migrate-safely.ts'
import { findState, migrate, migrationNames } from './migrations.ts'
import type { Database } from './schema.ts'

const now = new Date('2026-06-02T12:00:00Z')
const earlier = '020-login-tries'
let folder: string
let backupDir: string
let db: Kysely<Database>

/** A database without tables, of either kind. */
beforeEach(async () => {
  const file = await nameNewDatabase()
  folder = dirname(file)
  backupDir = join(folder, 'backups')
  db = openCopy(file)
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
})

async function fillEarlier(): Promise<void> {
  await migrate(db, earlier)
  await db.insertInto('fund').values(makeFund()).execute()
}

test('a database of an earlier version is copied as it was before it is migrated, and once', async () => {
  await fillEarlier()
  await migrateSafely(db, backupDir, now)
  const [copy, ...more] = listCopies(backupDir)
  expect([copy?.name, more]).toEqual(['before-migration-2026-06-02T12-00-00-000Z.sqlite', []])
  const sqlite = new SQLite(join(backupDir, copy?.name ?? ''), { readonly: true })
  expect(sqlite.prepare('select max(name) from kysely_migration').pluck().get()).toBe(earlier)
  expect(sqlite.prepare('select symbol from fund').pluck().all()).toEqual(['MSTY'])
  sqlite.close()
  expect(await findState(db)).toBe('current')
  expect((await readLastBackup(db))?.unsent).toEqual([copy?.name])

  await migrateSafely(db, backupDir, now)
  expect(listCopies(backupDir)).toHaveLength(1)
})

test('a new database has nothing to copy', async () => {
  await migrateSafely(db, backupDir, now)
  expect(await findState(db)).toBe('current')
  expect(existsSync(backupDir)).toBe(false)
})

test('where the copy cannot be written nothing is migrated, and it is said what to do', async () => {
  await fillEarlier()
  await writeFile(backupDir, 'no folder')
  await expect(migrateSafely(db, backupDir, now)).rejects.toThrow(
    /^the database is of an earlier version, .* could not be written to .*backups \(.*\): make room there, or let BACKUP_DIR name another folder\.$/
  )
  expect(await findState(db)).toBe('older')
  expect(migrationNames.at(-1)).not.toBe(earlier)
})
