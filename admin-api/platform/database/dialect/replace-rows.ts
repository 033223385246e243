import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'

/** Empties tables of PostgreSQL, frozen rows too, until the transaction ends: rolled back, all is as it was. */
export async function emptyTables(trx: Transaction<Database>, tables: readonly string[]): Promise<void> {
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(trx)
}

/** Of other processes to the same PostgreSQL database; ours holds no more than one. */
export async function countOtherConnections(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ others: number }>`select count(*) as others from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    db
  )
  return rows[0]?.others ?? 0
}
