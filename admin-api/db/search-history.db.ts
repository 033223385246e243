import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

export type RecordedSearch = { symbol: string; searched_at: string; ip_short: string; user_agent: string }

/** SQLite takes at most 32,766 bound values in one statement. */
const rowsAStatement = 1000

export async function insertSearches(
  db: Kysely<Database>,
  searches: readonly RecordedSearch[]
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (let start = 0; start < searches.length; start += rowsAStatement) {
      await trx
        .insertInto('search_history')
        .values(searches.slice(start, start + rowsAStatement))
        .execute()
    }
  })
}

/** Most searched first; of equals the one searched last, then by symbol. */
export async function findTopTickers(db: Kysely<Database>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('search_history')
    .select((eb) => ['symbol', eb.fn.countAll().as('searches'), eb.fn.max('searched_at').as('latest')])
    .groupBy('symbol')
    .orderBy('searches', 'desc')
    .orderBy('latest', 'desc')
    .orderBy('symbol')
    .limit(limit)
    .execute()
  return rows.map((row) => row.symbol)
}
