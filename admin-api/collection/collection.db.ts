import type { Db } from '../platform/database/schema.ts'

/** Open funds with their groups. */
export async function findTickers(db: Db) {
  return db
    .selectFrom('fund')
    .select(['symbol', 'batch'])
    .where('state', '=', 'open')
    .orderBy('symbol')
    .execute()
}

/** `known_until`: last day with complete facts; null for none. */
export type OpenFund = { symbol: string; batch: string; known_until: string | null }

/**
 * Open funds, and closed ones that are due for a retry: oldest data first, so that even a source that soon blocks covers
 * all of them over time.
 */
export async function findOpenFunds(db: Db, today: string): Promise<OpenFund[]> {
  return db
    .selectFrom('fund')
    .select(['symbol', 'batch', 'known_until'])
    .where((eb) =>
      eb.or([eb('state', '=', 'open'), eb.and([eb('state', '=', 'closed'), eb('ask_again_on', '<=', today)])])
    )
    .orderBy('known_until', (order) => order.asc().nullsFirst())
    .orderBy('symbol')
    .execute()
}

/** Funds whose options were never fetched or last before the UTC day `before`, oldest first. */
export async function findOptionsDue(
  db: Db,
  symbols: readonly string[],
  { before, limit }: { before: string; limit: number }
): Promise<string[]> {
  const rows = await db
    .selectFrom('fund')
    .select('symbol')
    .where('symbol', 'in', symbols)
    .where((eb) => eb.or([eb('options_asked_at', 'is', null), eb('options_asked_at', '<', before)]))
    .orderBy('options_asked_at', (order) => order.asc().nullsFirst())
    .orderBy('symbol')
    .limit(limit)
    .execute()
  return rows.map(({ symbol }) => symbol)
}

export async function markOptionsFetched(db: Db, symbols: readonly string[], now: Date): Promise<void> {
  if (symbols.length > 0)
    await db
      .updateTable('fund')
      .set({ options_asked_at: now.toISOString() })
      .where('symbol', 'in', symbols)
      .execute()
}

/** Mean of payments with an ex-date after `from` up to `to`; null without any. */
export async function findMeanPayment(
  db: Db,
  symbol: string,
  { from, to }: { from: string; to: string }
): Promise<number | null> {
  const row = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.avg<number | null>('amount').as('mean'))
    .where('symbol', '=', symbol)
    .where('ex_date', '>', from)
    .where('ex_date', '<=', to)
    .executeTakeFirst()
  return row?.mean ?? null
}
