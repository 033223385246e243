import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'

/** What has lines that nobody needs for ever; `time` is the column of their instant, which has an index. */
type Lines = { table: 'search_history'; time: 'searched_at' } | { table: 'admin_log'; time: 'timestamp' }

/** So many are gone within some milliseconds; whoever writes meanwhile waits for that. */
const linesAtOnce = 250

/**
 * Removes some of the lines from before an instant, and of those that are more than `most`, the oldest first. Call it in
 * a transaction of its own, for as long as it says that there may be more.
 */
export async function trimOldest(
  trx: Kysely<Database>,
  { table, time }: Lines,
  { before, most }: { before: string; most: number }
): Promise<boolean> {
  const lines = sql.table(table)
  const byAge = sql`${sql.ref(time)} < ${before} order by ${sql.ref(time)}`
  const byNumber = sql`id <= (select max(id) from ${lines}) - ${sql.lit(most)} order by id`
  let isMore = false
  for (const which of [byAge, byNumber]) isMore = (await remove(trx, lines, which)) === linesAtOnce || isMore
  return isMore
}

async function remove(
  trx: Kysely<Database>,
  lines: RawBuilder<unknown>,
  which: RawBuilder<unknown>
): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from ${lines} where id in (select id from ${lines} where ${which} limit ${sql.lit(linesAtOnce)})`.execute(
      trx
    )
  return Number(numAffectedRows ?? 0)
}
