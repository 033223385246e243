import type { Kysely } from 'kysely'
import { readMeta } from '../../../platform/database/meta.db.ts'
import type { PaymentRow } from '../../../platform/database/schema/facts.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { RowKey } from '../change-history.ts'

/** SQLite allows 32,766 bound values per statement; a row has 16. */
const rowsAStatement = 500

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

export async function countHistory(db: Kysely<Database>): Promise<number> {
  const { total } = await db
    .selectFrom('dividend_history')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
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
  for (let start = 0; start < days.length; start += rowsAStatement) {
    await db
      .deleteFrom('dividend_history')
      .where('symbol', '=', symbol)
      .where('payment_date', 'in', days.slice(start, start + rowsAStatement))
      .execute()
  }
}

export async function insertRows(db: Kysely<Database>, rows: readonly PaymentRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAStatement) {
    await db
      .insertInto('dividend_history')
      .values(rows.slice(start, start + rowsAStatement))
      .execute()
  }
}
