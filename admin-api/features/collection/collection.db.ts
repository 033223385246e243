import type { Kysely, Selectable } from 'kysely'
import type { Database, EstimateTable } from '../../db/schema.ts'
import type { EarlierDecision } from '../../domain/payments/held-payment.ts'

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
