import type { Kysely } from 'kysely'
import type { Payment } from '../market-days/types.ts'
import type { Database } from '../platform/database/schema.ts'

/** As many as the usual days from ex-date to payment are read off. */
const recent = 12

/** The newest payments of a fund, ascending, as the estimator takes them; of those before a day, if one is given. */
export async function findRecentPayments(
  db: Kysely<Database>,
  symbol: string,
  before = '9999-12-31'
): Promise<Payment[]> {
  const newest = await db
    .selectFrom('payment')
    .select(['ex_date as exDate', 'payment_date as payDate', 'amount'])
    .where('symbol', '=', symbol)
    .where('ex_date', '<', before)
    .orderBy('ex_date', 'desc')
    .limit(recent)
    .execute()
  return newest.reverse()
}
