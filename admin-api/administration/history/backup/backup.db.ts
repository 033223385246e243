import type { Kysely } from 'kysely'
import { readMeta } from '../../../platform/database/meta.db.ts'
import { chunksOf, countRows } from '../../../platform/database/rows.ts'
import type { PaymentRow } from '../../../platform/database/schema/facts.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { RowKey } from '../change-history.ts'

/** The next page of the history after a key, by symbol and payment date. */
export async function findRowsAfter(
  db: Kysely<Database>,
  { symbol, payment_date }: RowKey,
  limit: number
): Promise<PaymentRow[]> {
  return db
    .selectFrom('dividend_history')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('symbol', '>', symbol),
        eb.and([eb('symbol', '=', symbol), eb('payment_date', '>', payment_date)])
      ])
    )
    .orderBy('symbol')
    .orderBy('payment_date')
    .limit(limit)
    .execute()
}

export async function findRowsOfFund(db: Kysely<Database>, symbol: string): Promise<PaymentRow[]> {
  return db.selectFrom('dividend_history').selectAll().where('symbol', '=', symbol).execute()
}

export function countHistory(db: Kysely<Database>): Promise<number> {
  return countRows(db.selectFrom('dividend_history'))
}

/** Instant of the last change of the history; if it never changed, the start of its newest payment's day. */
export async function findChangedAt(db: Kysely<Database>): Promise<string> {
  const changedAt = await readMeta(db, 'history-changed-at')
  if (changedAt !== null) return changedAt
  const { newest } = await db
    .selectFrom('dividend_history')
    .select((eb) => eb.fn.max<string | null>('payment_date').as('newest'))
    .executeTakeFirstOrThrow()
  return `${newest ?? '2000-01-01'}T00:00:00.000Z`
}

export async function removeRows(
  db: Kysely<Database>,
  symbol: string,
  rows: readonly PaymentRow[]
): Promise<void> {
  const days = rows.map(({ payment_date }) => payment_date)
  for (const chunk of chunksOf(days))
    await db
      .deleteFrom('dividend_history')
      .where('symbol', '=', symbol)
      .where('payment_date', 'in', chunk)
      .execute()
}
