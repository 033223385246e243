import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import type { FundHistory } from '../../estimator/types.ts'

/** All that was known of every fund at the close of `asOf`, as the estimator takes it. */
export async function findHistories(db: Kysely<Database>, asOf: string): Promise<FundHistory[]> {
  const funds = await db.selectFrom('fund').select(['symbol', 'family']).orderBy('symbol').execute()
  const payments = await db
    .selectFrom('payment')
    .select(['symbol', 'ex_date as exDate', 'payment_date as payDate', 'amount'])
    .where('ex_date', '<=', asOf)
    .orderBy('symbol')
    .orderBy('ex_date')
    .execute()
  const closes = await db
    .selectFrom('price')
    .select(['symbol', 'date', 'close'])
    .where('date', '<=', asOf)
    .orderBy('symbol')
    .orderBy('date')
    .execute()
  const paymentsOf = Map.groupBy(payments, (payment) => payment.symbol)
  const closesOf = Map.groupBy(closes, (close) => close.symbol)
  return funds.map((fund) => ({
    ...fund,
    payments: paymentsOf.get(fund.symbol) ?? [],
    closes: closesOf.get(fund.symbol) ?? []
  }))
}

/** Every fund's answer in short, by symbol: a message where there is no estimate. */
export async function findAnswers(db: Kysely<Database>) {
  return db.selectFrom('estimate').select(['symbol', 'message', 'method_version']).orderBy('symbol').execute()
}
