import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The index of SQLite's write-ahead log has 32 kB, and opening a database creates it. */
const reserveBytes = 36 * 1024

/**
 * Frees the disk space that the last run reserved, so that the database can be opened on a disk that is full by now:
 * its pages are served, and the full disk is reported.
 */
export function releaseReserve(dataDir: string): void {
  try {
    rmSync(reserveIn(dataDir), { force: true })
  } catch {
    // A folder that this user can't write to is reported when the database is written to.
  }
}

/** Reserves disk space for the next start, if enough is left. */
export function holdReserve(dataDir: string): void {
  try {
    writeFileSync(reserveIn(dataDir), Buffer.alloc(reserveBytes), { mode: 0o600 })
  } catch {
    releaseReserve(dataDir)
  }
}

function reserveIn(dataDir: string): string {
  return join(dataDir, 'doubloon.reserve')
}
