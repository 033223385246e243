import type { Kysely } from 'kysely'
import type { HistoryRow } from '../../../payments/history-rows.db.ts'
import { readMeta } from '../../../platform/database/meta.db.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { RowKey } from '../change-rows.db.ts'

/** SQLite takes at most 32,766 bound values in one statement; a row has 16. */
const rowsAStatement = 500

/** The history after a key, by symbol and payment date: the next page of it. */
export async function findRowsAfter(
  db: Kysely<Database>,
  { symbol, payment_date }: RowKey,
  limit: number
): Promise<HistoryRow[]> {
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

export async function findRowsOfFund(db: Kysely<Database>, symbol: string): Promise<HistoryRow[]> {
  return db.selectFrom('dividend_history').selectAll().where('symbol', '=', symbol).execute()
}

export async function countHistory(db: Kysely<Database>): Promise<number> {
  const { total } = await db
    .selectFrom('dividend_history')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** When the history was last changed, an instant; of one that never was, the start of its newest payment's day. */
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
  rows: readonly HistoryRow[]
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

export async function insertRows(db: Kysely<Database>, rows: readonly HistoryRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAStatement) {
    await db
      .insertInto('dividend_history')
      .values(rows.slice(start, start + rowsAStatement))
      .execute()
  }
}
