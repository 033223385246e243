import type { Kysely } from 'kysely'
import type { Payment } from '../market-days/types.ts'
import type { Database } from '../platform/database/schema.ts'

/** By symbol, oldest first; of some funds alone where they are named. */
export async function findPaymentsByFund(
  db: Kysely<Database>,
  symbols: readonly string[] | null = null
): Promise<Map<string, Payment[]>> {
  const rows = await db
    .selectFrom('payment')
    .select(['symbol', 'ex_date as exDate', 'payment_date as payDate', 'amount'])
    .$if(symbols !== null, (query) => query.where('symbol', 'in', symbols ?? []))
    .orderBy('symbol')
    .orderBy('ex_date')
    .execute()
  const paymentsOf = new Map<string, Payment[]>()
  for (const { symbol, ...payment } of rows) {
    const payments = paymentsOf.get(symbol)
    if (payments === undefined) paymentsOf.set(symbol, [payment])
    else payments.push(payment)
  }
  return paymentsOf
}
