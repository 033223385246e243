import { existsSync, readdirSync, rmSync } from 'node:fs'
import { copyFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type SQLite from 'better-sqlite3'
import type { Logger } from 'pino'
import { renameDurably } from '../../files/durable-file.ts'
import { findFault } from '../check-database.ts'
import { copyToNew } from '../copy-all-rows.ts'
import { isPostgresUrl } from '../drivers/postgres.ts'
import { lockExclusively, lockShared, openLockFile } from '../lock-database.ts'
import { findState, migrate } from '../migrations.ts'
import { findLocation, openDatabase, openSnapshot } from '../open.ts'
import {
  makePrivate,
  makePrivateFile,
  makePrivateFolder,
  makeSingleFile,
  openInBlock,
  removeWithCompanions
} from '../private-files.ts'
import type { Db } from '../schema.ts'
import { writeTransaction } from '../write-transaction.ts'
import { type BackupKind, findExpired, formatBackupName, parseBackupName } from './backup-files.ts'
import { sendLater } from './last-backup.ts'
import { listTables, writeManifest } from './manifest.ts'

/** `retained`: a file in the folder that must not be removed. */
export type BackupOptions = { kind: BackupKind; now: Date; retained?: string }

/** `name` is a file in the folder; `rows` is the number of rows in all tables. */
export type DatabaseBackup = { name: string; bytes: number; rows: number }

type RowCounts = Map<string, number>

/**
 * Copies a consistent snapshot of the database into a file in the folder while others write, and removes expired backups.
 * The file gets its name only when it is complete, checked and flushed to disk. Blocks the thread while it runs.
 */
export async function writeBackupFile(
  db: Db,
  folder: string,
  options: BackupOptions
): Promise<DatabaseBackup> {
  // Refuses a version that is too old before reading all rows.
  await findState(db)
  const location = findLocation(db)
  if (!isPostgresUrl(location)) return backUpDatabaseFile(location, folder, options)
  return writeCopy(folder, () => finishBackup(folder, options, (file) => writeAsSqlite(db, file)))
}

/** Same as writeBackupFile, for the file of a SQLite database that is not open. */
export async function backUpDatabaseFile(
  file: string,
  folder: string,
  options: BackupOptions
): Promise<DatabaseBackup> {
  return writeCopy(folder, () => finishBackup(folder, options, (temporary) => writeBackup(file, temporary)))
}

/** Writes all rows of a PostgreSQL database into a SQLite file of the same version, which may be an earlier one. */
async function writeAsSqlite(db: Db, file: string): Promise<RowCounts> {
  await using snapshot = await openSnapshot(db)
  await using copy = openDatabase(file)
  const copies = await copyToNew(snapshot, copy)
  return new Map(copies.map(({ table, rows }) => [table, rows]))
}

async function writeBackup(file: string, temporary: string): Promise<RowCounts> {
  makePrivateFile(temporary)
  using source = openInBlock(file, { readonly: true, fileMustExist: true })
  // Without a transaction, SQLite restarts the backup whenever another connection writes.
  source.exec('begin')
  const rows = countRows(source)
  await source.backup(temporary)
  return rows
}

async function finishBackup(
  folder: string,
  { kind, now, retained }: BackupOptions,
  write: (temporary: string) => Promise<RowCounts>
): Promise<DatabaseBackup> {
  const name = await findFreeName(folder, kind, now)
  const temporary = join(folder, name + unfinished)
  try {
    const rows = await write(temporary)
    makeSingleFile(temporary)
    requireSameRows(temporary, rows)
    addManifest(temporary, name)
    await renameDurably(temporary, join(folder, name))
    const madeAt = parseBackupName(name)?.madeAt ?? now
    for (const expired of findExpired(await readdir(folder), madeAt))
      if (join(folder, expired) !== retained) await rm(join(folder, expired), { force: true })
    const { size } = await stat(join(folder, name))
    return { name, bytes: size, rows: [...rows.values()].reduce((sum, count) => sum + count, 0) }
  } catch (error) {
    removeWithCompanions(temporary)
    throw error
  }
}

/** Opens a copy as a restore would. @throws Error if it is damaged or has another number of rows than the database */
function requireSameRows(file: string, rows: RowCounts): void {
  const fault = findFault(file, 'integrity_check')
  if (fault !== null) throw new Error(`the copy that was written ${fault.reason}`)
  using copy = openInBlock(file, { readonly: true })
  const copied = countRows(copy)
  for (const [table, count] of rows)
    if (copied.get(table) !== count)
      throw new Error(`the copy that was written has ${copied.get(table)} of ${count} rows in ${table}`)
}

function addManifest(file: string, name: string): void {
  using copy = openInBlock(file)
  writeManifest(copy, name)
}

function countRows(sqlite: SQLite.Database): RowCounts {
  return new Map(
    listTables(sqlite).map((table) => [
      table,
      sqlite.prepare<[], number>(`select count(*) from "${table}"`).pluck().get() ?? 0
    ])
  )
}

/**
 * Copies a damaged database byte by byte with its write-ahead log, in case an expert can recover more. Such copies stay
 * until the operator removes them.
 * @returns name of the file
 */
export async function copyDamagedFile(file: string, folder: string, now: Date): Promise<string> {
  return writeCopy(folder, async () => {
    const name = await findFreeName(folder, 'damaged', now)
    for (const ending of ['-wal', '']) {
      const temporary = join(folder, `${name}${ending}${unfinished}`)
      try {
        await copyFile(file + ending, temporary)
      } catch (error) {
        if (ending !== '' && error instanceof Error && 'code' in error && error.code === 'ENOENT') continue
        throw error
      }
      makePrivate(temporary)
      await renameDurably(temporary, join(folder, name + ending))
    }
    return name
  })
}

/**
 * A second backup within the same millisecond is named after the next one, further ones after the newest of that second:
 * the name of one that expired would make this one the oldest.
 */
async function findFreeName(folder: string, kind: BackupKind | 'damaged', now: Date): Promise<string> {
  const taken = new Set(await readdir(folder))
  const since = now.getTime()
  const next = [...taken].flatMap((name) => {
    const backup = parseBackupName(name)
    const ms = backup?.madeAt.getTime() ?? 0
    return backup?.kind === kind && ms >= since && ms < since + 1000 ? ms + 1 : []
  })
  for (let ms = Math.max(since, ...next); ; ms += 1) {
    const name = formatBackupName(kind, new Date(ms))
    if (!taken.has(name) && !taken.has(name + unfinished)) return name
  }
}

/**
 * Migrates the database. One of an earlier version is backed up first, because migrations can't be undone.
 * @throws Error with one sentence that says what to do if the backup fails; nothing has changed then
 */
export async function migrateSafely(
  db: Db,
  backupDir: string,
  { now, log }: { now: Date; log: Logger }
): Promise<void> {
  const backup = (await findState(db)) === 'older' ? await backUpBeforeMigration(db, backupDir, now) : null
  await migrate(db)
  // Only queued: a start must not wait for a network.
  if (backup === null) return
  // A warning, so that it is logged at the usual level: only the backup can undo the migration.
  log.warn({ backup }, 'the database was upgraded to this version, after a backup')
  await writeTransaction(db, (trx) => sendLater(trx, backup, now))
}

/** @returns name of the backup */
async function backUpBeforeMigration(db: Db, backupDir: string, now: Date): Promise<string> {
  try {
    return (await writeBackupFile(db, backupDir, { kind: 'before-migration', now })).name
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new Error(
      `the database is of an earlier version, and the backup that is made before its tables are changed could not be written to ${backupDir} (${reason}): make room there, or let BACKUP_DIR name another folder.`,
      { cause: error }
    )
  }
}

const unfinished = '.writing'
/** Also files of SQLite next to one, and the write-ahead log of a damaged database. */
const unfinishedFile = /^(?:backup|before-migration|before-restore|damaged)-.+\.sqlite(?:-wal)?\.writing/

const lockName = 'copies.lock'
/** Another process holds the lock alone only while it removes files. */
const longestWaitMs = 5000

/**
 * Writes a copy of the database into a folder, after removing files that killed processes left there: on a
 * full disk their unfinished copies would take the space for this one.
 */
export async function writeCopy<Result>(folder: string, write: () => Promise<Result>): Promise<Result> {
  makePrivateFolder(folder)
  removeUnfinishedCopies(folder)
  using lock = openLockFile(join(folder, lockName), longestWaitMs)
  lockShared(lock)
  return await write()
}

/** Removes unfinished copies, unless a living process is writing one. */
export function removeUnfinishedCopies(folder: string): void {
  if (!existsSync(folder) || !readdirSync(folder).some((name) => unfinishedFile.test(name))) return
  using lock = openLockFile(join(folder, lockName), 0)
  if (!lockExclusively(lock)) return
  for (const name of readdirSync(folder))
    if (unfinishedFile.test(name)) rmSync(join(folder, name), { force: true })
}
