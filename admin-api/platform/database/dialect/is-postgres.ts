import { PostgresAdapter } from 'kysely'

/** Whether a database, or a transaction of it, is PostgreSQL; else it is SQLite. */
export function isPostgres(db: { getExecutor: () => { adapter: unknown } }): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
