import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { openLockFile } from '../lock-database.ts'
import { makePrivateFolder } from '../private-files.ts'

export const unfinished = '.writing'
/** Also files of SQLite next to one, and the write-ahead log of a damaged database. */
const unfinishedFile = /^(?:backup|before-migration|before-restore|damaged)-.+\.sqlite(?:-wal)?\.writing/

const lockName = 'copies.lock'
/** Another process holds the lock alone only while it removes files. */
const longestWaitMs = 5000

/**
 * Writes a copy of the database into a folder, after removing what killed processes left there: on a full disk their
 * unfinished copies would take the room for this one.
 */
export async function writeCopy<Result>(folder: string, write: () => Promise<Result>): Promise<Result> {
  makePrivateFolder(folder)
  removeUnfinishedCopies(folder)
  const lock = openLock(folder, longestWaitMs)
  try {
    // Shared by all writers until they close it or are killed.
    lock.exec('begin')
    lock.prepare('select name from sqlite_schema').get()
    return await write()
  } finally {
    lock.close()
  }
}

/** Removes unfinished copies, unless a living process is writing one. */
export function removeUnfinishedCopies(folder: string): void {
  if (!existsSync(folder) || !readdirSync(folder).some((name) => unfinishedFile.test(name))) return
  const lock = openLock(folder, 0)
  try {
    lock.exec('begin exclusive')
    for (const name of readdirSync(folder))
      if (unfinishedFile.test(name)) rmSync(join(folder, name), { force: true })
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError && error.code === 'SQLITE_BUSY')) throw error
  } finally {
    lock.close()
  }
}

function openLock(folder: string, timeoutMs: number): SQLite.Database {
  return openLockFile(join(folder, lockName), timeoutMs)
}
