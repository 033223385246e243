import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteAdapter, SqliteDialect, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { createDatabaseFile, makePrivateFolder } from '../private-files.ts'
import type { Database, Db } from '../schema.ts'
import { cacheReads, keepStatements } from './cached-reads.ts'
import { SharedDriver } from './shared-driver.ts'

/** Where the header of a file says that it has a write-ahead log (2) or not (1). */
const logVersions = { start: 18, end: 20 }

/** Kilobytes of one connection, of which a process has six; better-sqlite3's default is 16,000. The system caches files. */
const cacheKilobytes = 4000

/**
 * Opens an existing file. On a full disk SQLite can't make the index of its log, 32 kB next to the file. If the log is
 * empty, as after a clean stop, a copy in memory can be read instead, until the service is started again.
 */
export function openSqliteFile(file: string, options: SQLite.Options = {}): SQLite.Database {
  const sqlite = new SQLite(file, { ...options, fileMustExist: true })
  try {
    sqlite.pragma('schema_version')
    sqlite.pragma(`cache_size = -${cacheKilobytes}`)
    return sqlite
  } catch (error) {
    sqlite.close()
    const hasNoIndex = error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_IOERR_SHM')
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
    if (!hasNoIndex || (log !== undefined && log.size > 0)) throw error
    return new SQLite(readFileSync(file).fill(1, logVersions.start, logVersions.end), { readonly: true })
  }
}

/** Opens a database file, and creates it and its folder if missing. */
export function openSqlite(file: string): Db {
  makePrivateFolder(dirname(file))
  if (!existsSync(file)) createDatabaseFile(file)
  const sqlite = openSqliteFile(file)
  sqlite.pragma('journal_mode = WAL')
  // With NORMAL, a power cut could lose commits that were already confirmed to the operator.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // SharedDriver waits for other writers.
  sqlite.pragma('busy_timeout = 0')
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new TransactionalAdapter(),
      createDriver: () => new SharedDriver(sqlite, keepStatements(sqlite)),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler()
    }
  })
}

/**
 * Opens an existing database read-only, next to the connection that writes. Results are cached until the database
 * changes. Their rows are frozen.
 */
export function openSqliteReader(file: string): Db {
  const sqlite = openSqliteFile(file, { readonly: true })
  sqlite.pragma('busy_timeout = 5000')
  return new Kysely<Database>({ dialect: new SqliteDialect({ database: cacheReads(sqlite) }) })
}

/** Opens a connection that keeps seeing the database as of its first read. */
export function openSqliteSnapshot(file: string): Db {
  const sqlite = openSqliteFile(file, { readonly: true })
  sqlite.exec('begin')
  return new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
}

/** SQLite's DDL is transactional, but Kysely assumes that it isn't and would leave a killed migration half done. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** SharedDriver shares the connection itself. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
