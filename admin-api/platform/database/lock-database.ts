import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { makePrivateFolder } from './private-files.ts'

/** A process that was asked to stop needs a moment; whoever starts the next one need not time it. */
const longestWaitMs = 2000

export type DatabaseLock = { release: () => void }

/**
 * Takes the database of the folder for this process alone: what another one publishes, keeps in memory or limits it
 * would know nothing of. The operating system holds the lock and frees it when the process ends, however that happens.
 * @throws Error with one sentence that names who holds it
 */
export function lockDatabase(dataDir: string, now: Date): DatabaseLock {
  makePrivateFolder(dataDir)
  const lock = openLock(dataDir)
  try {
    // Nothing is ever written to this file, so that it needs no journal and cannot be damaged.
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof SQLite.SqliteError && error.code === 'SQLITE_BUSY')
      throw new Error(
        `${readHolder(dataDir)}; one SQLite database serves one process. Stop that one first, or collect and publish from its bridge.`
      )
    throw error
  }
  writeHolder(dataDir, now)
  return { release: () => void lock.close() }
}

function openLock(dataDir: string): SQLite.Database {
  try {
    return new SQLite(join(dataDir, 'doubloon.lock'), { timeout: longestWaitMs })
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError)) throw error
    throw new Error(
      `no file can be written in ${dataDir}: let DATA_DIR name a folder that this user may write.`,
      {
        cause: error
      }
    )
  }
}

/** Beside the lock, because a locked file can't be read. */
function holderFile(dataDir: string): string {
  return join(dataDir, 'doubloon.pid')
}

/** It only words the refusal of another process: a full disk must not stop the start here. */
function writeHolder(dataDir: string, now: Date): void {
  const since = `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  try {
    writeFileSync(holderFile(dataDir), JSON.stringify({ pid: process.pid, since }), { mode: 0o600 })
  } catch {}
}

function readHolder(dataDir: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(holderFile(dataDir), 'utf8'))
    return `process ${pid} has used the database in ${dataDir} since ${since}`
  } catch {
    return `another process uses the database in ${dataDir}`
  }
}
