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
export async function findTopSearches(
  db: Kysely<Database>,
  limit: number
): Promise<{ symbol: string; count: number }[]> {
  const rows = await db
    .selectFrom('search_history')
    .select((eb) => [
      'symbol',
      eb.fn.countAll<number>().as('searches'),
      eb.fn.max('searched_at').as('latest')
    ])
    .groupBy('symbol')
    .orderBy('searches', 'desc')
    .orderBy('latest', 'desc')
    .orderBy('symbol')
    .limit(limit)
    .execute()
  return rows.map(({ symbol, searches }) => ({ symbol, count: Number(searches) }))
}

export async function findTopTickers(db: Kysely<Database>, limit: number): Promise<string[]> {
  return (await findTopSearches(db, limit)).map(({ symbol }) => symbol)
}

export async function countSearches(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('search_history')
    .select((eb) => eb.fn.countAll<number>().as('searches'))
    .executeTakeFirst()
  return Number(row?.searches ?? 0)
}

/** Returns how many there were. */
export async function deleteSearches(db: Kysely<Database>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('search_history').executeTakeFirst()
  return Number(numDeletedRows)
}
