import { existsSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import SQLite from 'better-sqlite3'
import { removeDurably, renameDurably } from '../../files/durable-file.ts'
import { findFault } from '../check-database.ts'
import { lockDatabase } from '../lock-database.ts'
import {
  companions,
  type DatabaseFolders,
  databaseFileIn,
  makePrivate,
  removeWithCompanions
} from '../private-files.ts'
import { copyDamagedFile, copyDatabaseFile, makeSingleFile } from './safety-copy.ts'

/**
 * Puts a copy in the place of the whole database. Killed anywhere, it leaves the one or the other, whole.
 * @returns the name of the copy of what was there before; null when nothing was.
 * @throws Error with one sentence; nothing has changed then
 */
export async function restoreDatabase(
  from: string,
  { dataDir, backupDir }: DatabaseFolders,
  now: Date
): Promise<string | null> {
  const file = databaseFileIn(dataDir)
  const incoming = `${file}.restoring`
  const lock = lockDatabase(dataDir, now)
  try {
    removeWithCompanions(incoming)
    await readyCopy(resolve(from), incoming)
    const safetyCopy = existsSync(file) ? await setAside(file, backupDir, resolve(from), now) : null
    // The log first: SQLite would apply it to whatever file stands beside it.
    await removeDurably(companions.map((ending) => file + ending))
    await renameDurably(incoming, file)
    return safetyCopy
  } finally {
    removeWithCompanions(incoming)
    lock.release()
  }
}

/**
 * Checks a copy of the copy, so that nothing is left beside the original, and makes it one file.
 * @throws Error with one sentence where it can't be put in the place of a database
 */
export async function readyCopy(from: string, incoming: string): Promise<void> {
  if (!statSync(from, { throwIfNoEntry: false })?.isFile()) throw new Error(`there is no file ${from}.`)
  await copyFile(from, incoming)
  makePrivate(incoming)
  // Of a copy that was taken byte by byte from a running service.
  if (existsSync(`${from}-wal`)) await copyFile(`${from}-wal`, `${incoming}-wal`)
  const fault = findFault(incoming)
  if (fault !== null) throw new Error(`${from} ${fault}.`)
  makeSingleFile(incoming)
  const sqlite = new SQLite(incoming)
  try {
    if (!hasFunds(sqlite))
      throw new Error(`${from} holds no funds, so it is no copy of a database that served.`)
    // Under another name, so that the next start writes every page anew.
    sqlite.prepare("delete from meta where key = 'database-id'").run()
  } finally {
    sqlite.close()
  }
}

function hasFunds(sqlite: SQLite.Database): boolean {
  const hasTable = sqlite.prepare("select 1 from sqlite_master where name = 'fund'").get() !== undefined
  return hasTable && sqlite.prepare('select 1 from fund').get() !== undefined
}

async function setAside(file: string, folder: string, from: string, now: Date): Promise<string> {
  if (!isSound(file)) return copyDamagedFile(file, folder, now)
  const { name } = await copyDatabaseFile(file, folder, { kind: 'before-restore', now, spared: from })
  // Killed after its log was removed, it must still be whole.
  makeSingleFile(file)
  return name
}

/** One that can't even be looked at is not. */
function isSound(file: string): boolean {
  try {
    return findFault(file) === null
  } catch {
    return false
  }
}
