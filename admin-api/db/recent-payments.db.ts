import type { Kysely } from 'kysely'
import type { Payment } from '../estimator/types.ts'
import type { Database } from './schema.ts'

/** As many as the usual days from ex-date to payment are read off. */
const recent = 12

/** The newest payments of a fund, ascending, as the estimator takes them. */
export async function findRecentPayments(db: Kysely<Database>, symbol: string): Promise<Payment[]> {
  const newest = await db
    .selectFrom('payment')
    .select(['ex_date as exDate', 'payment_date as payDate', 'amount'])
    .where('symbol', '=', symbol)
    .orderBy('ex_date', 'desc')
    .limit(recent)
    .execute()
  return newest.reverse()
}
