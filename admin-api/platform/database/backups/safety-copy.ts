import { copyFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { renameDurably } from '../../files/durable-file.ts'
import { findFault } from '../check-database.ts'
import { copiedTables, copyAllRows } from '../copy-all-rows.ts'
import { type CopyKind, findSuperseded, nameCopy } from './copy-names.ts'
import { isPostgresUrl } from '../dialect/postgres.ts'
import { findNewestMigration, migrate } from '../migrations.ts'
import { findPlace, openDatabase } from '../open.ts'
import { makePrivate, makePrivateFile, makePrivateFolder, removeWithCompanions } from '../private-files.ts'
import type { Database } from '../schema.ts'
import { openSnapshot } from '../snapshot.ts'
import { writeTransaction } from '../write-transaction.ts'

const unfinished = '.writing'
/** Whoever writes a copy may be another process. */
const longestWritingMs = 86_400_000

/** `spared`: a file of the folder that must stay. */
export type CopyOptions = { kind: CopyKind; now: Date; spared?: string }

/** A file of the folder; `rows` are those of all tables. */
export type SafetyCopy = { name: string; bytes: number; rows: number }

/** Of each table. */
type RowCounts = Map<string, number>

/**
 * Copies the whole database, as it is at one instant and while others write, into a file of the folder, and removes the
 * copies that this one supersedes. A file that has its name is complete, was opened and checked, and is on the disk.
 * Walks through all of the database without a pause: call it where nobody waits for the thread.
 */
export async function writeSafetyCopy(
  db: Kysely<Database>,
  folder: string,
  options: CopyOptions
): Promise<SafetyCopy> {
  const place = findPlace(db)
  if (!isPostgresUrl(place)) return copyDatabaseFile(place, folder, options)
  return keepCopy(folder, options, (file) => writeAsSqlite(db, file))
}

/** The same of a SQLite database by its file. */
export async function copyDatabaseFile(
  file: string,
  folder: string,
  options: CopyOptions
): Promise<SafetyCopy> {
  return keepCopy(folder, options, (temporary) => writeBackup(file, temporary))
}

/**
 * All rows of a PostgreSQL database as a SQLite file, which `npm run restore` puts back and `npm run move-database` into
 * any other; with the tables that it has, which may be those of an earlier version.
 */
async function writeAsSqlite(db: Kysely<Database>, file: string): Promise<RowCounts> {
  const snapshot = await openSnapshot(db)
  const copy = openDatabase(file)
  try {
    await migrate(copy, await findNewestMigration(snapshot))
    const there = new Set((await copy.introspection.getTables()).map(({ name }) => name))
    const tables = copiedTables.filter((table) => there.has(table))
    const copies = await writeTransaction(copy, (trx) => copyAllRows(snapshot, trx, tables))
    return new Map(copies.map(({ table, rows }) => [table, rows]))
  } finally {
    await copy.destroy()
    await snapshot.destroy()
  }
}

async function writeBackup(file: string, temporary: string): Promise<RowCounts> {
  makePrivateFile(temporary)
  const source = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    // SQLite begins a backup anew whenever somebody else wrote meanwhile, but not within what one transaction sees.
    source.exec('begin')
    const rows = countRows(source)
    await source.backup(temporary)
    return rows
  } finally {
    source.close()
  }
}

/** Gives a copy its name when it is whole. */
async function keepCopy(
  folder: string,
  { kind, now, spared }: CopyOptions,
  write: (temporary: string) => Promise<RowCounts>
): Promise<SafetyCopy> {
  makePrivateFolder(folder)
  const name = await freeName(folder, kind, now)
  const temporary = join(folder, name + unfinished)
  try {
    const rows = await write(temporary)
    makeSingleFile(temporary)
    requireSameRows(temporary, rows)
    await renameDurably(temporary, join(folder, name))
    await removeOld(folder, spared)
    const { size } = await stat(join(folder, name))
    return { name, bytes: size, rows: [...rows.values()].reduce((sum, count) => sum + count, 0) }
  } catch (error) {
    removeWithCompanions(temporary)
    throw error
  }
}

/** Opens the copy as who restores it would. @throws Error where it is not sound, or has other rows than the database */
function requireSameRows(file: string, rows: RowCounts): void {
  const fault = findFault(file, 'integrity_check')
  if (fault !== null) throw new Error(`the copy that was written ${fault}`)
  const copy = new SQLite(file, { readonly: true })
  try {
    const copied = countRows(copy)
    for (const [table, count] of rows)
      if (copied.get(table) !== count)
        throw new Error(`the copy that was written has ${copied.get(table)} of ${count} rows in ${table}`)
  } finally {
    copy.close()
  }
}

function countRows(sqlite: SQLite.Database): RowCounts {
  const tables = sqlite
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'"
    )
    .pluck()
    .all()
  return new Map(
    tables.map((table) => [
      table,
      sqlite.prepare<[], number>(`select count(*) from "${table}"`).pluck().get() ?? 0
    ])
  )
}

/**
 * Copies a database that can't be read as it is, bytes and write-ahead log, for somebody who can save more of it. Such
 * copies stay until the operator removes them.
 * @returns the name of the file.
 */
export async function copyDamagedFile(file: string, folder: string, now: Date): Promise<string> {
  makePrivateFolder(folder)
  const name = await freeName(folder, 'damaged', now)
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
}

/** Without a write-ahead log beside it, so that whoever looks into the copy leaves nothing there. */
export function makeSingleFile(file: string): void {
  const copy = new SQLite(file)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/** Named after the instant; a second copy within a millisecond takes the next one. */
async function freeName(folder: string, kind: CopyKind | 'damaged', now: Date): Promise<string> {
  const taken = new Set(await readdir(folder))
  for (let ms = now.getTime(); ; ms += 1) {
    const name = nameCopy(kind, new Date(ms))
    if (!taken.has(name) && !taken.has(name + unfinished)) return name
  }
}

async function removeOld(folder: string, spared: string | undefined): Promise<void> {
  const names = await readdir(folder)
  for (const name of findSuperseded(names))
    if (join(folder, name) !== spared) await rm(join(folder, name), { force: true })
  for (const name of names.filter((name) => name.includes(`.sqlite${unfinished}`)))
    if (await wasLeft(join(folder, name))) await rm(join(folder, name), { force: true })
}

/** What a killed process left half-written is no copy. By the clock of the machine, as the times of its files are. */
async function wasLeft(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
  return Date.now() - mtimeMs > longestWritingMs
}
