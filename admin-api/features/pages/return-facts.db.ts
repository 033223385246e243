import type { Kysely } from 'kysely'
import type { ReturnFacts } from '../../contract/fund-returns.ts'
import type { Database } from '../../db/schema.ts'
import { usualPayments } from '../../domain/payments/usual-payments.ts'
import { roundTo } from '../../domain/rounding.ts'

/** Rounded as in the fund's data file, so that a visitor's day and the page's own give the same figures. */
export async function findReturnFacts(
  db: Kysely<Database>,
  symbol: string
): Promise<Omit<ReturnFacts, 'paymentsAYear'>> {
  const closes = await db
    .selectFrom('price')
    .select(['date', 'close'])
    .where('symbol', '=', symbol)
    .orderBy('date')
    .execute()
  const payments = await db
    .selectFrom('payment')
    .select(['ex_date as exDate', 'payment_date as payDate', 'amount'])
    .where('symbol', '=', symbol)
    .orderBy('ex_date')
    .execute()
  const splits = await db
    .selectFrom('split')
    .select(['date', 'old_shares as oldShares', 'new_shares as newShares'])
    .where('symbol', '=', symbol)
    .orderBy('date')
    .execute()
  const usual = new Set(usualPayments(payments))
  return {
    closes: closes.map(({ date, close }) => ({ date, close: roundTo(4, close) })),
    payments: payments.map((payment) => ({
      ...payment,
      amount: roundTo(6, payment.amount),
      isResidual: !usual.has(payment)
    })),
    // In the database a day that is unknown is ''.
    splits: splits.map((split) => ({ ...split, date: split.date === '' ? null : split.date }))
  }
}
