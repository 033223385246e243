import type { Kysely, Selectable } from 'kysely'
import { accuracyScore } from './accuracy-score.ts'
import { type PaymentDays, windowAround } from './payment-days.ts'
import type { Database, DividendHistoryTable } from './schema.ts'

export type HistoryRow = Selectable<DividendHistoryTable>

/** Of estimated_amount; null while one of the two is unknown. */
export function scoreRow(row: Pick<HistoryRow, 'estimated_amount' | 'amount'>): number | null {
  const { estimated_amount, amount } = row
  return estimated_amount === null || amount === null ? null : accuracyScore(estimated_amount, amount)
}

/** Every row that may be the payment itself or the expectation of it. */
export async function findNear(
  db: Kysely<Database>,
  { symbol, exDate, payDate }: PaymentDays
): Promise<HistoryRow[]> {
  const { from, to } = windowAround(exDate)
  return db
    .selectFrom('dividend_history')
    .selectAll()
    .where('symbol', '=', symbol)
    .where((eb) => eb.or([eb('payment_date', '=', payDate), eb.between('ex_date', from, to)]))
    .orderBy('ex_date')
    .execute()
}

export async function deleteRows(
  db: Kysely<Database>,
  rows: readonly (HistoryRow | undefined)[]
): Promise<void> {
  for (const row of rows) {
    if (row === undefined) continue
    await db
      .deleteFrom('dividend_history')
      .where('symbol', '=', row.symbol)
      .where('payment_date', '=', row.payment_date)
      .execute()
  }
}

/** Writes the row with its score. */
export async function insertRow(
  db: Kysely<Database>,
  row: Omit<HistoryRow, 'accuracy_score'>
): Promise<void> {
  await db
    .insertInto('dividend_history')
    .values({ ...row, accuracy_score: scoreRow(row) })
    .execute()
}
