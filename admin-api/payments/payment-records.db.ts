import { writeMeta } from '../platform/database/meta.db.ts'
import { chunksOf, insertRows } from '../platform/database/rows.ts'
import type { PaymentRow } from '../platform/database/schema/facts.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { windowAround } from './expected-payment.ts'
import type { PaymentDays } from './payment-row.ts'
import { findSplitHistory } from './payments.db.ts'
import {
  type ExpectedPayment,
  type PaidPayment,
  type PaymentPlan,
  planExpected,
  planPaid
} from './plan-payment.ts'

/** Effect of a write on dividend_history. */
export type Recorded = PaymentPlan['outcome']

/**
 * Writes a paid amount as planPaid decides.
 * @throws PaymentConflict when another payment has one of its days
 */
export async function recordPaid(trx: Trx, paid: PaidPayment, now: Date): Promise<Recorded> {
  const near = await findNear(trx, paid)
  return applyPlan(trx, planPaid(near, paid, await findSplitHistory(trx, paid.symbol)), now)
}

/** Writes a payment that the operator expects as planExpected decides. */
export async function recordExpected(trx: Trx, expected: ExpectedPayment, now: Date): Promise<Recorded> {
  return applyPlan(trx, planExpected(await findNear(trx, expected), expected), now)
}

/** Stores the time of the last change, which exports contain. Every transaction that changes dividend_history calls it. */
export async function touchHistory(trx: Db, now: Date): Promise<void> {
  await writeMeta(trx, 'history-changed-at', now.toISOString())
}

/** @param rows of one fund */
export async function deleteRows(db: Db, symbol: string, rows: readonly PaymentRow[]): Promise<void> {
  const days = rows.map(({ payment_date }) => payment_date)
  for (const chunk of chunksOf(days))
    await db
      .deleteFrom('dividend_history')
      .where('symbol', '=', symbol)
      .where('payment_date', 'in', chunk)
      .execute()
}

/** All rows that may be the payment itself or an expectation of it. */
async function findNear(db: Db, { symbol, exDate, payDate }: PaymentDays): Promise<PaymentRow[]> {
  const { from, to } = windowAround(exDate)
  return db
    .selectFrom('dividend_history')
    .selectAll()
    .where('symbol', '=', symbol)
    .where((eb) => eb.or([eb('payment_date', '=', payDate), eb.between('ex_date', from, to)]))
    .orderBy('ex_date')
    .execute()
}

async function applyPlan(trx: Trx, plan: PaymentPlan, now: Date): Promise<Recorded> {
  if (plan.outcome !== 'unchanged') {
    await deleteRows(trx, plan.written.symbol, plan.removed)
    await insertRows(trx, 'dividend_history', [plan.written])
    await touchHistory(trx, now)
  }
  return plan.outcome
}
