import { type Kysely, sql, type Transaction } from 'kysely'
import { migrate } from '../platform/database/migrations.ts'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { nameNewDatabase, openCopy } from './seeded-file.ts'

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

/** A new database with the tables of an earlier version, and what `fill` puts into them. */
export async function openOldDatabase(
  newestMigration: string,
  fill: (trx: Transaction<Database>) => Promise<void>
): Promise<{ file: string; db: Kysely<Database>; before: Map<string, Row[]> }> {
  const file = await nameNewDatabase()
  const db = openCopy(file)
  await migrate(db, newestMigration)
  await writeTransaction(db, fill)
  return { file, db, before: await readTables(db) }
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
