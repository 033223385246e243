import type { Expression, ExpressionBuilder, Kysely, Selectable, SqlBool } from 'kysely'
import type { EstimateTable } from '../platform/database/schema/estimates.ts'
import type { Database } from '../platform/database/schema.ts'
import type { EarlierDecision } from '../payments/held-payment.ts'

/** Of open funds, with their groups. */
export async function findTickers(db: Kysely<Database>): Promise<{ symbol: string; batch: string }[]> {
  return db
    .selectFrom('fund')
    .select(['symbol', 'batch'])
    .where('state', '=', 'open')
    .orderBy('symbol')
    .execute()
}

/** Open funds, and closed ones whose day to be asked again has come. */
function isAsked(eb: ExpressionBuilder<Database, 'fund'>, today: string): Expression<SqlBool> {
  return eb.or([
    eb('state', '=', 'open'),
    eb.and([eb('state', '=', 'closed'), eb('ask_again_on', '<=', today)])
  ])
}

/** Whom a collection asks about; those first of which we know the least, so that even a source that soon blocks gets round to each. */
export async function findFleet(
  db: Kysely<Database>,
  today: string
): Promise<{ symbol: string; knownUntil: string | null }[]> {
  return db
    .selectFrom('fund')
    .select(['symbol', 'known_until as knownUntil'])
    .where((eb) => isAsked(eb, today))
    .orderBy('known_until', (order) => order.asc().nullsFirst())
    .orderBy('symbol')
    .execute()
}

/** Those of the funds whose options were never asked for, or before the UTC day `before`; the longest ago first. */
export async function findOptionsDue(
  db: Kysely<Database>,
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

export async function markOptionsAsked(
  db: Kysely<Database>,
  symbols: readonly string[],
  now: Date
): Promise<void> {
  if (symbols.length > 0)
    await db
      .updateTable('fund')
      .set({ options_asked_at: now.toISOString() })
      .where('symbol', 'in', symbols)
      .execute()
}

/** Those of the tickers that are not open. */
export async function findNotOpen(db: Kysely<Database>, tickers: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('fund')
    .select('symbol')
    .where('symbol', 'in', tickers)
    .where('state', '!=', 'open')
    .execute()
  return new Set(rows.map(({ symbol }) => symbol))
}

export async function findTickersOf(db: Kysely<Database>, group: string, today: string): Promise<string[]> {
  const rows = await db
    .selectFrom('fund')
    .select('symbol')
    .where('batch', '=', group)
    .where((eb) => isAsked(eb, today))
    .orderBy('symbol')
    .execute()
  return rows.map((row) => row.symbol)
}

export async function findEstimate(
  db: Kysely<Database>,
  symbol: string
): Promise<Selectable<EstimateTable> | undefined> {
  return db.selectFrom('estimate').selectAll().where('symbol', '=', symbol).executeTakeFirst()
}

/** Plain mean of the payments with an ex-date after `from` up to `to`; null where there is none. */
export async function findMeanPayment(
  db: Kysely<Database>,
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

/** The first ex-date of a payment that waits because of what is stored, or of the share basis of that; null without one. */
export async function findOldestInDispute(db: Kysely<Database>, symbol: string): Promise<string | null> {
  const row = await db
    .selectFrom('manual_entry')
    .select(({ fn }) => fn.min(fn.coalesce('reported_ex_date', 'ex_date')).as('day'))
    .where('symbol', '=', symbol)
    .where('kind', '=', 'payment')
    .where('status', '=', 'pending')
    .where('doubt', 'in', ['stored', 'basis'])
    .executeTakeFirst()
  return row?.day ?? null
}

/** What the operator decided last about a held-back payment of one of these ex-dates. */
export async function findEarlierDecision(
  db: Kysely<Database>,
  symbol: string,
  exDates: readonly string[]
): Promise<EarlierDecision | null> {
  const last = await db
    .selectFrom('manual_entry')
    .select(['status', 'amount'])
    .where('symbol', '=', symbol)
    .where('kind', '=', 'payment')
    .where('status', 'in', ['approved', 'cleared', 'rejected'])
    .where((eb) => eb.or([eb('ex_date', 'in', exDates), eb('reported_ex_date', 'in', exDates)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return null
  const { status, amount } = last
  return status === 'rejected' || amount === null ? { kind: 'rejected' } : { kind: 'approved', amount }
}

/** What the operator deleted of an ex-date when it was held back. */
export async function findRejectedAmounts(
  db: Kysely<Database>,
  symbol: string,
  exDate: string
): Promise<number[]> {
  const rows = await db
    .selectFrom('manual_entry')
    .select('amount')
    .where('symbol', '=', symbol)
    .where('kind', '=', 'payment')
    .where('status', '=', 'rejected')
    .where((eb) => eb.or([eb('ex_date', '=', exDate), eb('reported_ex_date', '=', exDate)]))
    .execute()
  return rows.flatMap(({ amount }) => amount ?? [])
}
