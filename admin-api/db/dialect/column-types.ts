import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './is-postgres.ts'

/** How a migration names its columns; `ending` closes the statement that makes a table. */
export type ColumnTypes = Record<'text' | 'bytes' | 'ending', RawBuilder<unknown>>

/** SQLite checks types only in strict tables; PostgreSQL compares text byte by byte, as SQLite does, only when told. */
export function columnTypesOf(db: Parameters<typeof isPostgres>[0]): ColumnTypes {
  return isPostgres(db)
    ? { text: sql`text collate "C"`, bytes: sql`bytea`, ending: sql`` }
    : { text: sql`text`, bytes: sql`blob`, ending: sql`strict` }
}
