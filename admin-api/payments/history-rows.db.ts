import type { Kysely, Selectable } from 'kysely'
import type { DividendHistoryTable } from '../platform/database/schema/facts.ts'
import type { Database } from '../platform/database/schema.ts'

export type HistoryRow = Selectable<DividendHistoryTable>

export async function deleteRows(
  db: Kysely<Database>,
  rows: readonly Pick<HistoryRow, 'symbol' | 'payment_date'>[]
): Promise<void> {
  for (const row of rows) {
    await db
      .deleteFrom('dividend_history')
      .where('symbol', '=', row.symbol)
      .where('payment_date', '=', row.payment_date)
      .execute()
  }
}

export async function insertRow(db: Kysely<Database>, row: HistoryRow): Promise<void> {
  await db.insertInto('dividend_history').values(row).execute()
}
