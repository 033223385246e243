import { addDays } from '../market-days/days.ts'
import { paysSeveralAWeek } from '../market-days/usual-payments.ts'
import type { DeclaredPaymentTable } from '../platform/database/schema/facts.ts'
import type { Db } from '../platform/database/schema.ts'
import { isPaidRow } from './payment-row.ts'
import { findSamePayment, type KnownPayment, toKnownPayment } from './same-payment.ts'

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

/**
 * All declared payments by fund and ex-date, apart from `obsolete` ones: their payment is stored, maybe with another
 * ex-date, or they are before a stored one.
 */
export async function findDeclaredByUse(
  db: Db
): Promise<{ declared: DeclaredPaymentTable[]; obsolete: DeclaredPaymentTable[] }> {
  const all = await findDeclared(db)
  const obsolete = new Set<DeclaredPaymentTable>()
  for (const [symbol, declared] of Map.groupBy(all, (payment) => payment.symbol)) {
    const rows = await db
      .selectFrom('dividend_history')
      .selectAll()
      .where('symbol', '=', symbol)
      .where('ex_date', '>=', addDays(declared[0]?.ex_date ?? '', -90))
      .orderBy('ex_date')
      .execute()
    const stored = rows.filter(isPaidRow).map(toKnownPayment)
    const isFrequent = paysSeveralAWeek(stored)
    for (const announced of declared) {
      const { ex_date, payment_date, amount } = announced
      const isBefore = stored.some(({ exDate }) => exDate > ex_date)
      const payment: KnownPayment = {
        exDate: ex_date,
        exDateBasis: 'source',
        payDate: payment_date,
        payDateBasis: payment_date === null ? 'derived' : 'source',
        amount
      }
      const isStored = isFrequent
        ? stored.some(({ exDate }) => exDate === ex_date)
        : findSamePayment(payment, stored, []) !== undefined
      if (isBefore || isStored) obsolete.add(announced)
    }
  }
  return { declared: all.filter((payment) => !obsolete.has(payment)), obsolete: [...obsolete] }
}

export async function deleteDeclared(db: Db, declared: readonly DeclaredPaymentTable[]): Promise<void> {
  for (const { symbol, ex_date } of declared)
    await db
      .deleteFrom('declared_payment')
      .where((eb) => eb.and({ symbol, ex_date }))
      .execute()
}
