import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import type { Database } from './schema.ts'

/** Opens the database file, and makes it and its folder where there is none. */
export function openDatabase(file: string): Kysely<Database> {
  mkdirSync(dirname(file), { recursive: true })
  const sqlite = new SQLite(file)
  sqlite.pragma('journal_mode = WAL')
  // With NORMAL a power cut may lose the newest commits: an operator's entry that was answered with 'saved'.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // A command such as a backup may hold the file for a moment.
  sqlite.pragma('busy_timeout = 5000')
  return new Kysely<Database>({ dialect: new TransactionalDialect({ database: sqlite }) })
}

/**
 * Kysely migrates SQLite step by step unless told that its DDL is transactional, which it is. Killed between two steps
 * a migration would be neither done nor undone, and no later start could go on.
 */
class TransactionalDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
