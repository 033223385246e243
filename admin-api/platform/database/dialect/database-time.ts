import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { isPostgres } from './is-postgres.ts'

/** Now by the clock of the database, in milliseconds since 1970: the same for all processes, whatever theirs say. */
export function databaseTime(db: Kysely<Database>): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`
    : sql<number>`(unixepoch('subsec') * 1000.0)`
}
