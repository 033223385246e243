import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync
} from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'

/** Read and written by their owner alone: they hold the operator's password as a hash, sessions and visitors' addresses. */
const privateFile = 0o600
const privateFolder = 0o700

/** Beside the database while it is open, and after a kill. */
export const companions = ['-wal', '-shm'] as const

export function databaseFileIn(dataDir: string): string {
  return join(dataDir, 'doubloon.sqlite')
}

/** Where the database is, and where its safety copies are kept. */
export type DatabaseFolders = { dataDir: string; backupDir: string }

/** A folder that is there stays as its owner made it. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder })
}

/** An empty file nobody else may read; SQLite gives what it makes beside a database the same mode. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'w', privateFile))
}

/** Takes from everybody else what an older version let them read: the database and the copies of it. */
export function makeDatabasePrivate(file: string, backupFolder: string): void {
  const copies = existsSync(backupFolder)
    ? readdirSync(backupFolder).map((name) => join(backupFolder, name))
    : []
  for (const path of [file, ...companions.map((ending) => file + ending), ...copies]) makePrivate(path)
}

export function removeWithCompanions(file: string): void {
  for (const ending of ['', '-journal', ...companions]) rmSync(file + ending, { force: true })
}

/** What is not there, or belongs to somebody else who has to decide, is left. */
export function makePrivate(file: string): void {
  try {
    chmodSync(file, privateFile)
  } catch {}
}

/**
 * Makes an empty database where there is no file. It gets its name when it is whole: an empty file is never ours, so
 * that one can be known as a fault.
 */
export function createDatabaseFile(file: string): void {
  const unfinished = `${file}.new`
  removeWithCompanions(unfinished)
  makePrivateFile(unfinished)
  const sqlite = new SQLite(unfinished)
  sqlite.pragma('journal_mode = WAL')
  sqlite.close()
  // The log of a database that is gone would spoil the new one.
  for (const ending of companions) rmSync(file + ending, { force: true })
  renameSync(unfinished, file)
}
