import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findTemplate } from '../../../testing/database.ts'
import { createDatabase023, forgetNewestMigrations } from '../../../testing/database-023.ts'
import { makeFund } from '../../../testing/make.ts'
import { writeMeta } from '../meta.db.ts'
import { laterMigrations } from '../migrations/later-migrations.ts'
import { findState, migrate } from '../migrations.ts'
import { openDatabase } from '../open.ts'
import type { DatabaseFolders } from '../private-files.ts'
import { restoreDatabase } from './restore-database.ts'
import { migrateSafely } from './write-backup.ts'

const now = new Date('2026-06-01T12:00:00Z')
const copyName = 'before-restore-2026-06-01T12-00-00-000Z.sqlite'
let folder: string
let dataDir: string
let folders: DatabaseFolders
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-restore-'))
  dataDir = join(folder, 'data')
  file = join(dataDir, 'doubloon.sqlite')
  folders = { dataDir, backupDir: join(dataDir, 'backups') }
})
afterEach(async () => {
  delete laterMigrations['999-next']
  await rm(folder, { recursive: true, force: true })
})

/** A database of one fund, whose name says which database it is. */
async function makeDatabase(path: string, name: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await copyFile(await findTemplate('tables'), path)
  const db = openDatabase(path)
  await db.insertInto('fund').values(makeFund({ name })).execute()
  await writeMeta(db, 'database-id', name)
  await db.destroy()
}

function readName(path: string): unknown {
  const sqlite = new SQLite(path, { readonly: true })
  try {
    return sqlite.prepare('select name from fund').pluck().get()
  } finally {
    sqlite.close()
  }
}

test('the restored database has no id, and the replaced database is backed up', async () => {
  await makeDatabase(file, 'now')
  await makeDatabase(join(folder, 'copy.sqlite'), 'earlier')
  expect(await restoreDatabase(join(folder, 'copy.sqlite'), folders, now)).toBe(copyName)
  expect(readName(file)).toBe('earlier')
  expect(readName(join(dataDir, 'backups', copyName))).toBe('now')
  const restored = openDatabase(file)
  // All pages are rendered again unless the id is the one they were rendered from.
  const ids = await restored.selectFrom('meta').selectAll().where('key', '=', 'database-id').execute()
  await restored.destroy()
  expect(ids).toEqual([])
})

test('a backup can be restored into an empty folder, private to its owner', async () => {
  await makeDatabase(join(folder, 'copy.sqlite'), 'earlier')
  expect(await restoreDatabase(join(folder, 'copy.sqlite'), folders, now)).toBe(null)
  expect(readName(file)).toBe('earlier')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
})

test('a backup of the last release with migrations 001 to 023 replaces the database', async () => {
  await makeDatabase(file, 'now')
  createDatabase023(join(folder, 'copy.sqlite'))
  expect(await restoreDatabase(join(folder, 'copy.sqlite'), folders, now)).toBe(copyName)
  const restored = openDatabase(file)
  await migrate(restored)
  expect(await restored.selectFrom('fund').select('symbol').execute()).toHaveLength(3)
  await restored.destroy()
})

test('the backup before a migration, restored by the newer version, is a database of the earlier one', async () => {
  await makeDatabase(file, 'now')
  const newer = openDatabase(file)
  laterMigrations['999-next'] = { up: (next) => sql`create table next (name text)`.execute(next).then() }
  await migrateSafely(newer, folders.backupDir, { now, log: pino({ level: 'silent' }) })
  await newer.destroy()
  const [backup] = await readdir(folders.backupDir)
  await restoreDatabase(join(folders.backupDir, backup ?? ''), folders, now)

  delete laterMigrations['999-next']
  const earlier = openDatabase(file)
  expect(await findState(earlier)).toBe('current')
  expect(await earlier.selectFrom('fund').select('name').execute()).toEqual([{ name: 'now' }])
  await earlier.destroy()
})

test('a byte-by-byte copy is restored with the write-ahead log next to it, and both stay unchanged', async () => {
  await makeDatabase(file, 'now')
  const running = new SQLite(file)
  running.exec("update fund set name = 'in the log'")
  for (const ending of ['', '-wal']) await copyFile(file + ending, join(folder, `copy.sqlite${ending}`))
  running.close()
  await restoreDatabase(join(folder, 'copy.sqlite'), folders, now)
  expect(readName(file)).toBe('in the log')
  expect((await readdir(folder)).sort()).toEqual(['copy.sqlite', 'copy.sqlite-wal', 'data'])
})

test('a damaged database is copied byte by byte with its log before it is replaced', async () => {
  await mkdir(dataDir)
  await writeFile(file, 'not a database')
  await writeFile(`${file}-wal`, 'not a log')
  await makeDatabase(join(folder, 'copy.sqlite'), 'earlier')
  const name = await restoreDatabase(join(folder, 'copy.sqlite'), folders, now)
  expect(name).toBe('damaged-2026-06-01T12-00-00-000Z.sqlite')
  expect(await readFile(join(dataDir, 'backups', name ?? ''), 'utf8')).toBe('not a database')
  expect(await readFile(join(dataDir, 'backups', `${name}-wal`), 'utf8')).toBe('not a log')
  expect(readName(file)).toBe('earlier')
  expect((await readdir(dataDir)).filter((entry) => entry.startsWith('doubloon.sqlite'))).toEqual([
    'doubloon.sqlite'
  ])
})

test('the backup that is restored is not removed, even if five are newer', async () => {
  await makeDatabase(file, 'now')
  const backups = join(dataDir, 'backups')
  await mkdir(backups)
  const names = Array.from(
    { length: 5 },
    (_, index) => `before-restore-2026-05-0${index + 1}T12-00-00-000Z.sqlite`
  )
  for (const name of names) await makeDatabase(join(backups, name), name)
  const [oldest = '', second] = names
  await restoreDatabase(join(backups, oldest), folders, now)
  await restoreDatabase(join(backups, oldest), folders, new Date(now.getTime() + 1000))
  expect(readName(file)).toBe(oldest)
  const left = await readdir(backups)
  expect(left).toContain(oldest)
  expect(left).not.toContain(second)
})

test.each([
  ['there is no file', async () => undefined],
  ['is empty \\(0 bytes\\)', (path: string) => writeFile(path, '')],
  ['is not a SQLite database', (path: string) => writeFile(path, 'These are no pages.'.repeat(500))],
  [
    'is a database of another program',
    async (path: string) => void new SQLite(path).exec('create table recipe (name text)').close()
  ],
  ['holds no funds', async (path: string) => void new SQLite(path).exec('pragma journal_mode = wal').close()],
  [
    'was written by a newer version of Doubloon',
    async (path: string) => {
      await makeDatabase(path, 'later')
      const later = new SQLite(path)
      later.exec("insert into kysely_migration values ('999-later', '2027-01-01')").close()
    }
  ],
  [
    'was written by a version of Doubloon that is too old for this one \\(021-blog-images\\): update to the previous release first',
    async (path: string) => {
      createDatabase023(path)
      forgetNewestMigrations(path)
    }
  ]
])('nothing changes if the backup is refused: %s', async (reason, write) => {
  await makeDatabase(file, 'now')
  const copy = join(folder, 'copy.sqlite')
  await write(copy)
  await expect(restoreDatabase(copy, folders, now)).rejects.toThrow(new RegExp(`${reason}.*\\.$`))
  expect(readName(file)).toBe('now')
  expect(await readdir(dataDir)).not.toContain('backups')
  expect((await readdir(dataDir)).filter((name) => name.includes('restoring'))).toEqual([])
})
