import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { isPostgres } from './is-postgres.ts'

type Numbered = { id: number }

/** The highest number a table has ever given to a row, also where the row is gone; 0 for none. */
export async function readLastId(db: Kysely<Database>, table: keyof Database): Promise<number> {
  const { rows } = isPostgres(db)
    ? await sql<Numbered>`select last_value - case when is_called then 0 else 1 end as id
        from ${sql.table(sequenceOf(table))}`.execute(db)
    : await sql<Numbered>`select seq as id from sqlite_sequence where name = ${table}`.execute(db)
  return rows[0]?.id ?? 0
}

/** The next row gets the number after this one. */
export async function writeLastId(
  db: Kysely<Database>,
  table: keyof Database,
  lastId: number
): Promise<void> {
  if (isPostgres(db)) {
    await sql`select setval(${sequenceOf(table)}, ${lastId + 1}, false)`.execute(db)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(db)
}

/** As PostgreSQL names the sequence of a table's identity column. */
function sequenceOf(table: string): string {
  return `${table}_id_seq`
}
