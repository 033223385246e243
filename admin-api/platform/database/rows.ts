import { type CompiledQuery, type Insertable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from './schema.ts'

/** SQLite allows 32,766 bound values per statement; the widest table has under 40 columns. */
const rowsAStatement = 500

/** Pieces of a list, because a statement or a request takes a limited number of values. */
export function chunksOf<Item>(items: readonly Item[], size = rowsAStatement): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size)
  )
}

/**
 * Statements that insert any number of rows with the same columns. Building them takes longer than running them, so it
 * is done before a transaction that others wait for. Kysely builds a statement once for all chunks of one length.
 */
export function prepareInserts<Table extends keyof Database>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Database[Table]>[]
): CompiledQuery[] {
  const insert = (chunk: readonly Insertable<Database[Table]>[]) =>
    db.insertInto(table).values(chunk).compile()
  const chunks = chunksOf(rows)
  const [first = [], ...others] = chunks
  const compiled = others.length > 0 ? insert(first) : null
  const columns = Object.keys(first[0] ?? {}) as (keyof Insertable<Database[Table]>)[]
  return chunks.map((chunk) =>
    compiled === null || chunk.length < first.length
      ? insert(chunk)
      : { ...compiled, parameters: chunk.flatMap((row) => columns.map((column) => row[column])) }
  )
}

export async function runAll(db: Db, statements: readonly CompiledQuery[]): Promise<void> {
  for (const statement of statements) await db.executeQuery(statement)
}

/** Inserts any number of rows with the same columns. */
export async function insertRows<Table extends keyof Database>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Database[Table]>[]
): Promise<void> {
  await runAll(db, prepareInserts(db, table, rows))
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

/** `time` is an indexed column with the instant of each row. */
type Lines = { table: 'search_history'; time: 'searched_at' } | { table: 'admin_log'; time: 'timestamp' }

/** Rows in a batch. Deleting it takes one or two milliseconds, during which requests and other writers wait. */
const batchSize = 100

/**
 * Removes a batch of the rows older than `before` and a batch of those that exceed `most`, oldest first. Call it in a
 * separate transaction each time until it returns false.
 * @returns whether there may be more
 */
export async function trimOldest(
  trx: Db,
  { table, time }: Lines,
  { before, most }: { before: string; most: number }
): Promise<boolean> {
  const lines = sql.table(table)
  const byAge = sql`${sql.ref(time)} < ${before} order by ${sql.ref(time)}`
  const byNumber = sql`id <= (select max(id) from ${lines}) - ${sql.lit(most)} order by id`
  let isMore = false
  for (const which of [byAge, byNumber]) isMore = (await remove(trx, lines, which)) === batchSize || isMore
  return isMore
}

async function remove(trx: Db, lines: RawBuilder<unknown>, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from ${lines} where id in (select id from ${lines} where ${which} limit ${sql.lit(batchSize)})`.execute(
      trx
    )
  return Number(numAffectedRows ?? 0)
}
