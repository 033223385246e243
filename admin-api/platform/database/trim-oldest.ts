import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

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
