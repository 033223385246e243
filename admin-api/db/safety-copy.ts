import { copyFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { renameDurably } from '../files/durable-file.ts'
import { copyAllRows } from './copy-all-rows.ts'
import { isPostgresUrl } from './dialect/postgres.ts'
import { migrate } from './migrations.ts'
import { findPlace, openDatabase } from './open.ts'
import { makePrivate, makePrivateFile, makePrivateFolder } from './private-files.ts'
import type { Database } from './schema.ts'
import { openSnapshot } from './snapshot.ts'
import { writeTransaction } from './write-transaction.ts'

const kept = 5
const unfinished = '.writing'
const copyName = /^before-restore-[\dTZ-]+\.sqlite$/

/**
 * Copies the whole database into a file of the folder, page by page so that the process goes on meanwhile, and
 * removes all but the newest five. A file that has its name is complete and on the disk. One copy at a time.
 * @param spared a file of the folder that must stay
 * @returns the name of the file.
 */
export async function writeSafetyCopy(
  db: Kysely<Database>,
  folder: string,
  now: Date,
  spared?: string
): Promise<string> {
  const place = findPlace(db)
  if (!isPostgresUrl(place)) return copyDatabaseFile(place, folder, now, spared)
  return keepCopy(folder, now, (file) => writeAsSqlite(db, file), spared)
}

/** All rows of a PostgreSQL database as a SQLite file, which `npm run restore` puts back and `npm run move-database` into any other. */
async function writeAsSqlite(db: Kysely<Database>, file: string): Promise<void> {
  const snapshot = await openSnapshot(db)
  const copy = openDatabase(file)
  try {
    await migrate(copy)
    await writeTransaction(copy, (trx) => copyAllRows(snapshot, trx))
  } finally {
    await copy.destroy()
    await snapshot.destroy()
  }
}

/** The same for a file that nothing else has open. @param spared a file of the folder that must stay */
export async function copyDatabaseFile(
  file: string,
  folder: string,
  now: Date,
  spared?: string
): Promise<string> {
  return keepCopy(folder, now, (temporary) => writeBackup(file, temporary), spared)
}

async function writeBackup(file: string, temporary: string): Promise<void> {
  makePrivateFile(temporary)
  const source = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    await source.backup(temporary)
  } finally {
    source.close()
  }
}

/** Gives a copy its name when it is whole. @returns the name */
async function keepCopy(
  folder: string,
  now: Date,
  write: (temporary: string) => Promise<void>,
  spared?: string
): Promise<string> {
  makePrivateFolder(folder)
  const name = await freeName(folder, 'before-restore', now)
  const temporary = join(folder, name + unfinished)
  await write(temporary)
  makeSingleFile(temporary)
  await renameDurably(temporary, join(folder, name))
  await removeOld(folder, spared)
  return name
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
async function freeName(folder: string, kind: 'before-restore' | 'damaged', now: Date): Promise<string> {
  const taken = new Set(await readdir(folder))
  for (let ms = now.getTime(); ; ms += 1) {
    const name = `${kind}-${new Date(ms).toISOString().replaceAll(/[:.]/g, '-')}.sqlite`
    if (!taken.has(name)) return name
  }
}

async function removeOld(folder: string, spared: string | undefined): Promise<void> {
  const names = await readdir(folder)
  const old = names
    .filter((name) => copyName.test(name))
    .sort()
    .slice(0, -kept)
    .filter((name) => join(folder, name) !== spared)
  // What a killed process left half-written is no copy.
  const broken = names.filter((name) => name.includes(`.sqlite${unfinished}`))
  for (const name of [...old, ...broken]) await rm(join(folder, name), { force: true })
}
