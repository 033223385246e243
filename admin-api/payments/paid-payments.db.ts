import type { Kysely } from 'kysely'
import type { PaymentView } from '../platform/database/schema/facts.ts'
import type { Database } from '../platform/database/schema.ts'

export type PaidRow = Pick<PaymentView, 'payment_date' | 'ex_date' | 'amount' | 'amount_as_paid'>

/**
 * The payments of a fund from 24 months before its newest one, newest first; empty for a fund without payments,
 * and for no fund.
 */
export async function findLatestPayments(db: Kysely<Database>, symbol: string): Promise<PaidRow[]> {
  const newest = await db
    .selectFrom('payment')
    .select('payment_date')
    .where('symbol', '=', symbol)
    .orderBy('payment_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined) return []
  return db
    .selectFrom('payment')
    .select(['payment_date', 'ex_date', 'amount', 'amount_as_paid'])
    .where('symbol', '=', symbol)
    .where('payment_date', '>=', twoYearsBefore(newest.payment_date))
    .orderBy('payment_date', 'desc')
    .execute()
}

/** From 29 February it gives a day that does not exist; as a bound for comparing texts it serves. */
function twoYearsBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 2}${day.slice(4)}`
}
