import { existsSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type SQLite from 'better-sqlite3'
import { removeDurably, renameDurably } from '../../files/durable-file.ts'
import { findFault } from '../check-database.ts'
import { lockDatabase } from '../lock-database.ts'
import {
  companions,
  type DatabaseFolders,
  databaseFileIn,
  makePrivate,
  makeSingleFile,
  openInBlock,
  removeWithCompanions
} from '../private-files.ts'
import { removeManifest } from './manifest.ts'
import { backUpDatabaseFile, copyDamagedFile } from './write-backup.ts'

/**
 * Replaces a SQLite database with a backup. If it is killed, one of the two is in place, undamaged.
 * @returns name of the backup of the replaced database; null if there was none
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
    await prepareBackup(resolve(from), incoming)
    const replaced = existsSync(file) ? await backUpReplaced(file, backupDir, resolve(from), now) : null
    // The log first: SQLite would apply it to any file next to it.
    await removeDurably(companions.map((ending) => file + ending))
    await renameDurably(incoming, file)
    return replaced
  } finally {
    removeWithCompanions(incoming)
    lock.release()
  }
}

/**
 * Copies a backup to one file and checks the copy, because checking the original could leave files next to it.
 * @throws Error with one sentence if it can't be restored
 */
export async function prepareBackup(from: string, incoming: string): Promise<void> {
  if (!statSync(from, { throwIfNoEntry: false })?.isFile()) throw new Error(`there is no file ${from}.`)
  await copyFile(from, incoming)
  makePrivate(incoming)
  // Present if the file was copied byte by byte from a running service.
  if (existsSync(`${from}-wal`)) await copyFile(`${from}-wal`, `${incoming}-wal`)
  const fault = findFault(incoming)
  if (fault !== null)
    throw new Error(`${from} ${fault.reason}${fault.remedy === undefined ? '' : `: ${fault.remedy}`}.`)
  makeSingleFile(incoming)
  using sqlite = openInBlock(incoming)
  if (!hasFunds(sqlite))
    throw new Error(`${from} holds no funds, so it is not a backup of a database that was in use.`)
  // Without an id, the next start renders every page again.
  removeManifest(sqlite)
}

function hasFunds(sqlite: SQLite.Database): boolean {
  const hasTable = sqlite.prepare("select 1 from sqlite_master where name = 'fund'").get() !== undefined
  return hasTable && sqlite.prepare('select 1 from fund').get() !== undefined
}

async function backUpReplaced(file: string, folder: string, from: string, now: Date): Promise<string> {
  if (!isSound(file)) return copyDamagedFile(file, folder, now)
  const { name } = await backUpDatabaseFile(file, folder, { kind: 'before-restore', now, retained: from })
  // The log is removed first: a kill right after that must leave an undamaged database.
  makeSingleFile(file)
  return name
}

/** False also if the file can't be checked. */
function isSound(file: string): boolean {
  try {
    return findFault(file) === null
  } catch {
    return false
  }
}
