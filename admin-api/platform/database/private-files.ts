import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'

/** Readable by their owner only: the database has the operator's password hash, sessions and visitors' addresses. */
const privateFile = 0o600
const privateFolder = 0o700

/** Files next to a database while it is open, and after a kill. */
export const companions = ['-wal', '-shm'] as const

export function databaseFileIn(dataDir: string): string {
  return join(dataDir, 'doubloon.sqlite')
}

export type DatabaseFolders = { dataDir: string; backupDir: string }

/** An existing folder stays unchanged. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder })
}

/** Creates an empty file. SQLite creates the files next to a database with the same mode. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'w', privateFile))
}

/** Makes a database and its backups private, which earlier versions did not. */
export function makeDatabasePrivate(file: string, backupFolder: string): void {
  const copies = existsSync(backupFolder)
    ? readdirSync(backupFolder).map((name) => join(backupFolder, name))
    : []
  for (const path of [file, ...companions.map((ending) => file + ending), ...copies]) makePrivate(path)
}

export function removeWithCompanions(file: string): void {
  for (const ending of ['', '-journal', ...companions]) rmSync(file + ending, { force: true })
}

/** Ignores a missing file and one of another owner. */
export function makePrivate(file: string): void {
  try {
    chmodSync(file, privateFile)
  } catch {}
}

/** Opens a file for one block, `using sqlite = openInBlock(file)`: its end closes the connection. */
export function openInBlock(file: string, options?: SQLite.Options): SQLite.Database & Disposable {
  const sqlite = new SQLite(file, options)
  return Object.assign(sqlite, { [Symbol.dispose]: () => void sqlite.close() })
}

/** Moves the write-ahead log into the file, so that opening it later leaves no other file next to it. */
export function makeSingleFile(file: string): void {
  using sqlite = openInBlock(file)
  sqlite.pragma('journal_mode = DELETE')
}

/**
 * Creates a database under a temporary name first, so that an empty file with its name is always a fault.
 * @param template a closed database to copy; without it the new one is empty
 */
export function createDatabaseFile(file: string, template?: string): void {
  const unfinished = `${file}.new`
  removeWithCompanions(unfinished)
  makePrivateFile(unfinished)
  if (template !== undefined) writeFileSync(unfinished, readFileSync(template), { flush: true })
  const sqlite = new SQLite(unfinished)
  sqlite.pragma('journal_mode = WAL')
  sqlite.close()
  // SQLite would apply the log of a deleted database to the new one.
  for (const ending of companions) rmSync(file + ending, { force: true })
  renameSync(unfinished, file)
}
