import type { Kysely, Selectable } from 'kysely'
import type { Database, EstimateTable } from '../../db/schema.ts'

export async function findTickers(db: Kysely<Database>): Promise<{ symbol: string; batch: string }[]> {
  return db.selectFrom('fund').select(['symbol', 'batch']).orderBy('symbol').execute()
}

export async function findTickersOf(db: Kysely<Database>, group: string): Promise<string[]> {
  const rows = await db
    .selectFrom('fund')
    .select('symbol')
    .where('batch', '=', group)
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

/** What was decided before about a held-back payment of this ex-date, as far as entries and log still tell. */
export async function findEarlierDecision(
  db: Kysely<Database>,
  symbol: string,
  exDate: string
): Promise<{ approvedAmount: number } | 'deleted' | null> {
  const approved = await db
    .selectFrom('manual_entry')
    .select('amount')
    .where('symbol', '=', symbol)
    .where('kind', '=', 'payment')
    .where('status', '=', 'approved')
    .where('ex_date', '=', exDate)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (approved !== undefined && approved.amount !== null) return { approvedAmount: approved.amount }
  const told = await db
    .selectFrom('admin_log')
    .select('id')
    .where('symbol', '=', symbol)
    .where('action', '=', 'DATA_INCONSISTENCY')
    .where('metadata', 'like', `%"ex_date":"${exDate}"%`)
    .limit(1)
    .executeTakeFirst()
  return told === undefined ? null : 'deleted'
}
