import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { makePrivate, makePrivateFile, makePrivateFolder, openInBlock } from './private-files.ts'

/** A process that is shutting down needs a moment, so the next one can be started right away. */
const longestWaitMs = 2000

/**
 * Reserves the SQLite database of a folder for this process, because processes share neither caches nor limits. The
 * operating system frees the lock when the process ends, even after a kill.
 * @throws Error with one sentence that names the process that has it
 */
export function lockDatabase(dataDir: string, now: Date) {
  makePrivateFolder(dataDir)
  const lock = openLock(dataDir)
  if (!lockExclusively(lock)) {
    lock.close()
    throw new Error(
      `${readHolder(dataDir)}; one SQLite database serves one process. Stop that one first, or collect and publish in its admin area.`
    )
  }
  writeHolder(dataDir, now)
  return { release: () => void lock.close() }
}

/** Opens an empty lock file; private, because every user who can read it could hold the lock. */
export function openLockFile(file: string, timeoutMs: number) {
  // Only if missing: closing a second descriptor of the file would release a lock that this process has on it.
  if (!existsSync(file)) makePrivateFile(file)
  makePrivate(file)
  return openInBlock(file, { timeout: timeoutMs })
}

/** Locks the file for this process alone, until it is closed. @returns false if another process has a lock on it */
export function lockExclusively(lock: SQLite.Database): boolean {
  try {
    // Nothing is ever written to this file, so it needs no journal and can't be damaged.
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (error instanceof SQLite.SqliteError && error.code === 'SQLITE_BUSY') return false
    throw error
  }
}

/** Shares a lock on the file with other processes, until it is closed or the process ends. */
export function lockShared(lock: SQLite.Database): void {
  lock.exec('begin')
  lock.prepare('select name from sqlite_schema').get()
}

function openLock(dataDir: string): SQLite.Database {
  try {
    return openLockFile(join(dataDir, 'doubloon.lock'), longestWaitMs)
  } catch (error) {
    throw new Error(
      `no file can be written in ${dataDir}: let DATA_DIR name a folder that this user may write.`,
      { cause: error }
    )
  }
}

/** Separate from the lock, because a locked file can't be read. */
function holderFileIn(dataDir: string): string {
  return join(dataDir, 'doubloon.pid')
}

/** Errors are ignored: the file is only read for an error message, and a full disk must not prevent the start. */
function writeHolder(dataDir: string, now: Date): void {
  const since = `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  try {
    writeFileSync(holderFileIn(dataDir), JSON.stringify({ pid: process.pid, since }), { mode: 0o600 })
  } catch {}
}

function readHolder(dataDir: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(holderFileIn(dataDir), 'utf8'))
    return `process ${pid} has used the database in ${dataDir} since ${since}`
  } catch {
    return `another process uses the database in ${dataDir}`
  }
}
