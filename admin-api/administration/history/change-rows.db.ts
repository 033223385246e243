import type { Kysely } from 'kysely'
import type { HistoryRow } from '../../payments/history-rows.db.ts'
import type { Database } from '../../platform/database/schema.ts'

export type RowKey = Pick<HistoryRow, 'symbol' | 'payment_date'>

export async function findRow(db: Kysely<Database>, key: RowKey): Promise<HistoryRow | undefined> {
  return db
    .selectFrom('dividend_history')
    .selectAll()
    .where('symbol', '=', key.symbol)
    .where('payment_date', '=', key.payment_date)
    .executeTakeFirst()
}

/** The payment that went ex on the day; an expectation is none. */
export async function findPaidOn(
  db: Kysely<Database>,
  symbol: string,
  exDate: string
): Promise<RowKey | undefined> {
  return db
    .selectFrom('payment')
    .select(['symbol', 'payment_date'])
    .where('symbol', '=', symbol)
    .where('ex_date', '=', exDate)
    .executeTakeFirst()
}
