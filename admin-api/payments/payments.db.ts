import type { Payment } from '../market-days/types.ts'
import type { PaymentView } from '../platform/database/schema/facts.ts'
import type { Db } from '../platform/database/schema.ts'
import { findSplitRows, selectPayments } from './fund-facts.db.ts'
import type { SplitHistory } from './share-basis.ts'

/** Payments by symbol, oldest first; only those of `symbols` unless that is null. */
export async function findPaymentsByFund(
  db: Db,
  symbols: readonly string[] | null = null
): Promise<Map<string, Payment[]>> {
  const rows = await selectPayments(db)
    .$if(symbols !== null, (query) => query.where('symbol', 'in', symbols ?? []))
    .execute()
  return Map.groupBy(rows, ({ symbol }) => symbol)
}

export type PaidRow = Pick<PaymentView, 'payment_date' | 'ex_date' | 'amount' | 'amount_as_paid' | 'sources'>

/** Payments of a fund within 24 months of its newest one, newest first; empty for an unknown fund. */
export async function findLatestPayments(db: Db, symbol: string): Promise<PaidRow[]> {
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
    .select(['payment_date', 'ex_date', 'amount', 'amount_as_paid', 'sources'])
    .where('symbol', '=', symbol)
    .where('payment_date', '>=', twoYearsBefore(newest.payment_date))
    .orderBy('payment_date', 'desc')
    .execute()
}

/** From February 29 this returns a day that does not exist, which still works as a bound for comparing text. */
function twoYearsBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 2}${day.slice(4)}`
}

/** Input of amountAsPaid() for a fund. */
export async function findSplitHistory(db: Db, symbol: string): Promise<SplitHistory> {
  const splits = await findSplitRows(db, symbol)
  const first = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.min<string | null>('ex_date').as('ex_date'))
    .where('symbol', '=', symbol)
    .where('amount_as_paid', 'is not', null)
    .executeTakeFirst()
  return { splits, knownFrom: first?.ex_date ?? null }
}
