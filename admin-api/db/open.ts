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
import { PausableDriver, type WritePause } from './pausable-driver.ts'
import { createDatabaseFile, makePrivateFolder } from './private-files.ts'
import type { Database } from './schema.ts'

const pauseOf = new WeakMap<Kysely<Database>, WritePause>()

/** Opens the database file, and makes it and its folder where there is none. */
export function openDatabase(file: string): Kysely<Database> {
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

/**
 * Waits for the transactions of this connection and holds back all that would write, for another connection that
 * writes for long; reading goes on.
 * @returns ends the pause.
 */
export async function pauseWrites(db: Kysely<Database>): Promise<() => void> {
  const pause = pauseOf.get(db)
  if (pause === undefined) throw new Error('only what openDatabase() opened can be paused')
  return pause.begin()
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
