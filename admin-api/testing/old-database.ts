import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Tables of versions that no type knows any more are read and filled by their names alone. */
export type Row = Record<string, unknown>

export async function insertRows(db: Kysely<Database>, table: string, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
      db
    )
  }
}

/** All rows of all tables but the migrator's own. */
export async function readTables(db: Kysely<Database>): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>()
  for (const { name, isView } of await db.introspection.getTables())
    if (!isView) tables.set(name, (await sql<Row>`select * from ${sql.table(name)}`.execute(db)).rows)
  return tables
}

/** The rows of before that are not there any more with all their values, in the columns there were, or in those named. */
export function missingRows(
  before: readonly Row[] = [],
  after: readonly Row[] = [],
  columns?: string[]
): Row[] {
  const kept = columns ?? Object.keys(before[0] ?? {})
  const textOf = (row: Row) => JSON.stringify(kept.map((column) => row[column]))
  const there = new Set(after.map(textOf))
  return before.filter((row) => !there.has(textOf(row)))
}
