import { type Insertable, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from './schema.ts'

/** SQLite allows 32,766 bound values per statement; the widest table has under 40 columns. */
const rowsAStatement = 500

/** Pieces of a list, because a statement or a request takes a limited number of values. */
export function chunksOf<Item>(items: readonly Item[], size = rowsAStatement): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size)
  )
}

/** Inserts any number of rows with the same columns. Kysely builds the statement once for all chunks of one length. */
export async function insertRows<Table extends keyof Database>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Database[Table]>[]
): Promise<void> {
  const insert = (chunk: readonly Insertable<Database[Table]>[]) => db.insertInto(table).values(chunk)
  const chunks = chunksOf(rows)
  const [first = [], ...others] = chunks
  const compiled = others.length > 0 ? insert(first).compile() : null
  const columns = Object.keys(first[0] ?? {}) as (keyof Insertable<Database[Table]>)[]
  for (const chunk of chunks) {
    if (compiled === null || chunk.length < first.length) await insert(chunk).execute()
    else
      await db.executeQuery({
        ...compiled,
        parameters: chunk.flatMap((row) => columns.map((column) => row[column]))
      })
  }
}

/** Inserts any number of rows with the same columns; a row with the same key is overwritten. */
export async function upsertRows<Table extends keyof Database>(
  db: Db,
  table: Table,
  key: readonly (keyof Database[Table] & string)[],
  rows: readonly Insertable<Database[Table]>[]
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.ref(column))
  const changes = columns.map((column) => sql`${column} = excluded.${column}`)
  const keyColumns = key.map((column) => sql.ref(column))
  const overwrite = sql`on conflict (${sql.join(keyColumns)}) do update set ${sql.join(changes)}`
  for (const chunk of chunksOf(rows)) await db.insertInto(table).values(chunk).modifyEnd(overwrite).execute()
}

export async function countRows<DB, Table extends keyof DB>(
  query: SelectQueryBuilder<DB, Table, Record<never, never>>
): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll<number>().as('rows')).$castTo<{ rows: number }>()
  const [found] = await counted.execute()
  return Number(found?.rows ?? 0)
}
