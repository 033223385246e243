import type { Kysely, Selectable } from 'kysely'
import type { Database, PaymentView } from './schema.ts'
import { formatSlashDay, roundTo } from './wire-format.ts'

type PaidRow = Pick<Selectable<PaymentView>, 'payment_date' | 'ex_date' | 'amount' | 'amount_as_paid'>

/** As many as the chart draws; the average is of what is drawn. */
const averagedPayments = 18

/** In the words of the wire, because both the API and the pages tell it so. */
export type DividendHistory = ReturnType<typeof toDividendHistory>

/** 24 months back from the newest payment; an empty list for a fund without payments, and for no fund. */
export async function findDividendHistory(db: Kysely<Database>, symbol: string): Promise<DividendHistory> {
  const newest = await db
    .selectFrom('payment')
    .select('payment_date')
    .where('symbol', '=', symbol)
    .orderBy('payment_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined) return toDividendHistory([])
  const rows = await db
    .selectFrom('payment')
    .select(['payment_date', 'ex_date', 'amount', 'amount_as_paid'])
    .where('symbol', '=', symbol)
    .where('payment_date', '>=', twoYearsBefore(newest.payment_date))
    .orderBy('payment_date', 'desc')
    .execute()
  return toDividendHistory(rows)
}

/** `rows` newest first. */
export function toDividendHistory(rows: readonly PaidRow[]) {
  const averaged = rows.slice(0, averagedPayments)
  const total = averaged.reduce((sum, row) => sum + row.amount, 0)
  return {
    dividend_history: rows.map((row) => ({
      payment_date: formatSlashDay(row.payment_date),
      ex_date: row.ex_date,
      amount: row.amount,
      amount_as_paid: row.amount_as_paid,
      kind: 'paid' as const
    })),
    statistics: { average: averaged.length === 0 ? 0 : roundTo(6, total / averaged.length) }
  }
}

/** From 29 February it gives a day that does not exist; as a bound for comparing texts it serves. */
function twoYearsBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 2}${day.slice(4)}`
}
