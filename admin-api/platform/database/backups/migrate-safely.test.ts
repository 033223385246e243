import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOnPostgres, openTestDatabase } from '../../../testing/database.ts'
import { forEachTest } from '../../../testing/fixtures.ts'
import { makeFund } from '../../../testing/make.ts'
import { requireSoundPostgres } from '../check-database.ts'
import { laterMigrations } from '../migrations/later-migrations.ts'
import { findState, migrate } from '../migrations.ts'
import { listBackups } from './backup-files.ts'
import { readLastBackup } from './last-backup.ts'
import { migrateSafely, writeBackupFile } from './write-backup.ts'

const now = new Date('2026-06-02T12:00:00Z')
const newest = Object.keys(laterMigrations).at(-1)
const database = forEachTest(() => openTestDatabase('nothing'))
let backupDir: string
let logged: string[]
const log = pino({ base: null }, { write: (line) => void logged.push(line) })

beforeEach(() => {
  logged = []
  backupDir = join(database.folder, 'backups')
})
afterEach(() => {
  delete laterMigrations['999-next']
})

/** Creates a database of this version, then adds a migration. */
async function fillEarlier(): Promise<void> {
  await migrate(database.db)
  await database.db.insertInto('fund').values(makeFund()).execute()
  laterMigrations['999-next'] = { up: (next) => sql`create table next (name text)`.execute(next).then() }
}

test('a database of an earlier version is backed up once, before it is migrated', async () => {
  await fillEarlier()
  await migrateSafely(database.db, backupDir, { now, log })
  const [copy, ...more] = listBackups(backupDir)
  expect([copy?.name, more]).toEqual(['before-migration-2026-06-02T12-00-00-000Z.sqlite', []])
  const sqlite = new SQLite(join(backupDir, copy?.name ?? ''), { readonly: true })
  expect(sqlite.prepare('select max(name) from kysely_migration').pluck().get()).toBe(newest)
  expect(sqlite.prepare('select symbol from fund').pluck().all()).toEqual(['MSTY'])
  sqlite.close()
  expect(await findState(database.db)).toBe('current')
  expect((await readLastBackup(database.db))?.unsent).toEqual([copy?.name])

  await migrateSafely(database.db, backupDir, { now, log })
  expect(listBackups(backupDir)).toHaveLength(1)
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, backup: copy?.name, msg: expect.stringContaining('upgraded to this version') }
  ])
})

test('a new database is not backed up', async () => {
  await migrateSafely(database.db, backupDir, { now, log })
  expect(await findState(database.db)).toBe('current')
  expect(existsSync(backupDir)).toBe(false)
})

test('if the backup fails, nothing is migrated, and the error says what to do', async () => {
  await fillEarlier()
  await writeFile(backupDir, 'no folder')
  await expect(migrateSafely(database.db, backupDir, { now, log })).rejects.toThrow(
    /^the database is of an earlier version, .* could not be written to .*backups \(.*\): make room there, or let BACKUP_DIR name another folder\.$/
  )
  expect(await findState(database.db)).toBe('older')
})

test('a database of a version that is too old is refused before anything is changed', async () => {
  await migrate(database.db)
  await sql`delete from kysely_migration where name > '022'`.execute(database.db)
  const sentence =
    'was written by a version of Doubloon that is too old for this one (021-blog-images): update to the previous release first, start it once with this database, then update again.'
  await expect(migrate(database.db)).rejects.toThrow(`the database ${sentence}`)
  await expect(migrateSafely(database.db, backupDir, { now, log })).rejects.toThrow(sentence)
  await expect(writeBackupFile(database.db, backupDir, { kind: 'backup', now })).rejects.toThrow(sentence)
  if (isOnPostgres)
    await expect(
      requireSoundPostgres(database.db, { isPublished: false, mayStartEmpty: true })
    ).rejects.toThrow(`the database of DATABASE_URL ${sentence}`)
  expect(existsSync(backupDir)).toBe(false)
  const { rows } = await sql<object>`select max(name) as newest from kysely_migration`.execute(database.db)
  expect(rows).toEqual([{ newest: '021-blog-images' }])
})
