import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Database } from './schema.ts'

/** The file a database lives in. */
export async function fileOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(db)
  const file = rows.find(({ name }) => name === 'main')?.file
  if (file === undefined || file === '') throw new Error('the database lives in no file')
  return file
}

/**
 * A second connection, for reading alone, that sees the database as it is now, however long the reading takes and
 * whatever is written meanwhile. Destroy it: while it is open the write-ahead log grows.
 */
export async function openSnapshot(db: Kysely<Database>): Promise<Kysely<Database>> {
  const sqlite = new SQLite(await fileOf(db), { readonly: true, fileMustExist: true })
  sqlite.exec('begin')
  const snapshot = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
  // The state is the one of the first read, not of the 'begin'.
  await snapshot.selectFrom('meta').select('key').limit(1).execute()
  return snapshot
}
