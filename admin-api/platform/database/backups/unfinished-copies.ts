import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockExclusively, lockShared, openLockFile } from '../lock-database.ts'
import { makePrivateFolder } from '../private-files.ts'

export const unfinished = '.writing'
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
  using lock = openLock(folder, longestWaitMs)
  lockShared(lock)
  return await write()
}

/** Removes unfinished copies, unless a living process is writing one. */
export function removeUnfinishedCopies(folder: string): void {
  if (!existsSync(folder) || !readdirSync(folder).some((name) => unfinishedFile.test(name))) return
  using lock = openLock(folder, 0)
  if (!lockExclusively(lock)) return
  for (const name of readdirSync(folder))
    if (unfinishedFile.test(name)) rmSync(join(folder, name), { force: true })
}

function openLock(folder: string, timeoutMs: number) {
  return openLockFile(join(folder, lockName), timeoutMs)
}
