import { retention } from '../contract/system.ts'
import { findPresentSymbols } from '../funds/former-symbols.db.ts'
import { findNotOpen } from '../funds/funds.db.ts'
import { insertRows, trimOldest } from '../platform/database/rows.ts'
import type { Db, SearchCountTable } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'

export type RecordedSearch = { symbol: string; searched_at: string; ip_short: string; user_agent: string }

/** Stores and counts searches in one transaction, so that rows and counts never differ. */
export async function storeSearches(db: Db, recorded: readonly RecordedSearch[]): Promise<void> {
  await writeTransaction(db, async (trx) => {
    // A fund may have been renamed since it was searched.
    const presentOf = await findPresentSymbols(trx)
    const searches = recorded.map((search) => ({
      ...search,
      symbol: presentOf.get(search.symbol) ?? search.symbol
    }))
    await insertRows(trx, 'search_history', searches)
    const counts = countByFundAndDay(searches)
    if (counts.length > 0) await addSearchCounts(trx, counts)
  })
}

export async function addSearchCounts(db: Db, counts: readonly SearchCountTable[]): Promise<void> {
  await db
    .insertInto('search_count')
    .values(counts)
    .onConflict((conflict) =>
      conflict.columns(['symbol', 'day']).doUpdateSet((eb) => ({
        searches: eb('search_count.searches', '+', eb.ref('excluded.searches')),
        // The process that writes last may not have the latest search.
        latest_at: eb
          .case()
          .when('search_count.latest_at', '>', eb.ref('excluded.latest_at'))
          .then(eb.ref('search_count.latest_at'))
          .else(eb.ref('excluded.latest_at'))
          .end()
      }))
    )
    .execute()
}

/** Returns the most searched funds; ties go to the one searched last, then by symbol. @param limit all by default */
export async function findTopSearches(db: Db, limit?: number): Promise<{ symbol: string; count: number }[]> {
  const query = db
    .selectFrom('search_count')
    .select((eb) => [
      'symbol',
      eb.fn.sum<number>('searches').as('total'),
      eb.fn.max('latest_at').as('latest')
    ])
    .groupBy('symbol')
    .orderBy('total', 'desc')
    .orderBy('latest', 'desc')
    .orderBy('symbol')
  const rows = await (limit === undefined ? query : query.limit(limit)).execute()
  return rows.map(({ symbol, total }) => ({ symbol, count: Number(total) }))
}

/** Returns the most searched open funds; other funds have no estimate to show. */
export async function findTopTickers(db: Db, limit: number): Promise<string[]> {
  const notOpen = await findNotOpen(db)
  const top = await findTopSearches(db, limit + notOpen.size)
  return top.flatMap(({ symbol }) => (notOpen.has(symbol) ? [] : symbol)).slice(0, limit)
}

async function countSearches(db: Db): Promise<number> {
  const row = await db
    .selectFrom('search_count')
    .select((eb) => eb.fn.sum<number | null>('searches').as('total'))
    .executeTakeFirst()
  return Number(row?.total ?? 0)
}

/** Deletes searches and their counts. Call it in a transaction. @returns number of counted searches */
export async function deleteSearches(db: Db): Promise<number> {
  const total = await countSearches(db)
  await db.deleteFrom('search_history').execute()
  await db.deleteFrom('search_count').execute()
  return total
}

/** Returns at most one row for each fund and day, so that one short statement is enough. */
function countByFundAndDay(searches: readonly RecordedSearch[]): SearchCountTable[] {
  const groups = Map.groupBy(searches, (search) => `${search.symbol} ${dayOf(search)}`)
  return [...groups.values()].flatMap((group) => {
    const latest = group.toSorted((a, b) => (a.searched_at < b.searched_at ? -1 : 1)).at(-1)
    if (latest === undefined) return []
    const { symbol, searched_at: latest_at } = latest
    return [{ symbol, day: dayOf(latest), searches: group.length, latest_at }]
  })
}

function dayOf({ searched_at }: RecordedSearch): string {
  return searched_at.slice(0, 10)
}

/**
 * Removes a batch of old searches; figures stay, because each search was counted when it was stored.
 * @returns whether there may be more
 */
export function cleanUpSearches(db: Db, now: Date, most: number = retention.searchRows): Promise<boolean> {
  const before = new Date(now.getTime() - retention.searchDays * 86_400_000).toISOString()
  const searches = { table: 'search_history', time: 'searched_at' } as const
  return writeTransaction(db, (trx) => trimOldest(trx, searches, { before, most }))
}
