import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver
} from 'kysely'
import { createDatabaseFile, makePrivateFolder } from '../private-files.ts'
import type { Database } from '../schema.ts'
import { cacheReads } from './cached-reads.ts'
import { PausableDriver, type WritePause } from './pausable-driver.ts'

const pauseOf = new WeakMap<Kysely<Database>, WritePause>()

/** Opens a database file, and creates it and its folder if missing. */
export function openSqlite(file: string): Kysely<Database> {
  makePrivateFolder(dirname(file))
  if (!existsSync(file)) createDatabaseFile(file)
  const sqlite = new SQLite(file)
  sqlite.pragma('journal_mode = WAL')
  // With NORMAL, a power cut could lose commits that were already confirmed to the operator.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // Commands such as a backup lock the file briefly.
  sqlite.pragma('busy_timeout = 5000')
  const driver = new PausableDriver(
    new TransactionalDriver(sqlite),
    (statement) => sqlite.prepare(statement).readonly
  )
  const db = new Kysely<Database>({ dialect: new OneConnectionDialect(sqlite, driver) })
  pauseOf.set(db, driver)
  return db
}

/** Pauses the writes of a connection; undefined for connections that never need it. */
export function findWritePause(db: Kysely<Database>): WritePause | undefined {
  return pauseOf.get(db)
}

/**
 * Opens an existing database read-only, next to the connection that writes. Results are cached until the database
 * changes. Their rows are frozen.
 */
export function openSqliteReader(file: string): Kysely<Database> {
  const sqlite = new SQLite(file, { readonly: true, fileMustExist: true })
  sqlite.pragma('busy_timeout = 5000')
  return new Kysely<Database>({ dialect: new SqliteDialect({ database: cacheReads(sqlite) }) })
}

/** Opens a connection that keeps seeing the database as of its first read. */
export function openSqliteSnapshot(file: string): Kysely<Database> {
  const sqlite = new SQLite(file, { readonly: true, fileMustExist: true })
  sqlite.exec('begin')
  return new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
}

class OneConnectionDialect extends SqliteDialect {
  readonly #driver: Driver

  constructor(sqlite: SQLite.Database, driver: Driver) {
    super({ database: sqlite })
    this.#driver = driver
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }

  override createDriver(): Driver {
    return this.#driver
  }
}

/** SQLite's DDL is transactional, but Kysely assumes that it isn't and would leave a killed migration half done. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** PausableDriver shares the connection itself. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** On a full disk SQLite rolls back by itself; the error of a second rollback would hide the cause. */
class TransactionalDriver extends SqliteDriver {
  readonly #sqlite: SQLite.Database

  constructor(sqlite: SQLite.Database) {
    super({ database: sqlite })
    this.#sqlite = sqlite
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}
