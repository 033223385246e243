import type { DeclaredPaymentTable } from '../platform/database/schema/facts.ts'
import type { Db } from '../platform/database/schema.ts'
import { windowAround } from './expected-payment.ts'

/** All declared payments by fund and ex-date. */
export async function findDeclared(db: Db): Promise<DeclaredPaymentTable[]> {
  return db.selectFrom('declared_payment').selectAll().orderBy('symbol').orderBy('ex_date').execute()
}

/** Replaces all declared payments and returns whether anything changed. */
export async function replaceDeclared(db: Db, declared: readonly DeclaredPaymentTable[]): Promise<boolean> {
  const before = await findDeclared(db)
  await db.deleteFrom('declared_payment').execute()
  for (const payment of declared) await db.insertInto('declared_payment').values(payment).execute()
  return JSON.stringify(before) !== JSON.stringify(await findDeclared(db))
}

/** Deletes declared payments whose payment, or a later one, is stored. */
export async function cleanUpDeclared(db: Db): Promise<void> {
  const paid = await db
    .selectFrom('declared_payment')
    .innerJoin('payment', 'payment.symbol', 'declared_payment.symbol')
    .select((eb) => [
      'declared_payment.symbol',
      'declared_payment.ex_date',
      eb.fn.max('payment.ex_date').as('newest')
    ])
    .groupBy(['declared_payment.symbol', 'declared_payment.ex_date'])
    .execute()
  for (const { symbol, ex_date, newest } of paid)
    if (ex_date <= windowAround(newest).to)
      await db
        .deleteFrom('declared_payment')
        .where('symbol', '=', symbol)
        .where('ex_date', '=', ex_date)
        .execute()
}
