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
import { PausableDriver, type WritePause } from './pausable-driver.ts'

const pauseOf = new WeakMap<Kysely<Database>, WritePause>()

/** Opens the database file, and makes it and its folder where there is none. */
export function openSqlite(file: string): Kysely<Database> {
  makePrivateFolder(dirname(file))
  if (!existsSync(file)) createDatabaseFile(file)
  const sqlite = new SQLite(file)
  sqlite.pragma('journal_mode = WAL')
  // With NORMAL a power cut may lose the newest commits: an operator's entry that was answered with 'saved'.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // A command such as a backup may hold the file for a moment.
  sqlite.pragma('busy_timeout = 5000')
  const driver = new PausableDriver(
    new TransactionalDriver(sqlite),
    (statement) => sqlite.prepare(statement).readonly
  )
  const db = new Kysely<Database>({ dialect: new OneConnectionDialect(sqlite, driver) })
  pauseOf.set(db, driver)
  return db
}

/** How to hold back what would write through this connection; undefined where nothing has to be. */
export function findWritePause(db: Kysely<Database>): WritePause | undefined {
  return pauseOf.get(db)
}

/** A connection to a database that is there, for reading alone, beside the one that writes. */
export function openSqliteReader(file: string): Kysely<Database> {
  const sqlite = new SQLite(file, { readonly: true, fileMustExist: true })
  sqlite.pragma('busy_timeout = 5000')
  return new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
}

/** Another connection that goes on seeing the database as it is at its first read. */
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

/**
 * Kysely migrates SQLite step by step unless it knows that its DDL is transactional, which it is. Killed between two steps
 * a migration would be neither done nor undone, and no later start could go on.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver shares its one connection itself. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** On a full disk SQLite rolls back by itself; a second rollback would fail, and its error would hide the first one. */
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
