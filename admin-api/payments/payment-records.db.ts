import type { Kysely, Transaction } from 'kysely'
import { windowAround } from './expected-payment.ts'
import type { PaymentDays } from './payment-days.ts'
import {
  type ExpectedPayment,
  type PaidPayment,
  type PaymentPlan,
  planExpected,
  planPaid
} from './plan-payment.ts'
import { deleteRows, type HistoryRow, insertRow } from './history-rows.db.ts'
import { writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { findSplitHistory } from './split-history.db.ts'

/** What became of dividend_history. */
export type Recorded = PaymentPlan['outcome']

/**
 * Writes a paid amount as planPaid says.
 * @throws PaymentConflict when another payment has one of its days.
 */
export async function recordPaid(
  trx: Transaction<Database>,
  paid: PaidPayment,
  now: Date
): Promise<Recorded> {
  const near = await findNear(trx, paid)
  return carryOut(trx, planPaid(near, paid, await findSplitHistory(trx, paid.symbol)), now)
}

/** Writes what the operator expects as planExpected says. */
export async function recordExpected(
  trx: Transaction<Database>,
  expected: ExpectedPayment,
  now: Date
): Promise<Recorded> {
  return carryOut(trx, planExpected(await findNear(trx, expected), expected), now)
}

/** Call it in every transaction that changes dividend_history: an export names the instant of the last change. */
export async function touchHistory(trx: Kysely<Database>, now: Date): Promise<void> {
  await writeMeta(trx, 'history-changed-at', now.toISOString())
}

/** Every row that may be the payment itself or the expectation of it. */
async function findNear(
  db: Kysely<Database>,
  { symbol, exDate, payDate }: PaymentDays
): Promise<HistoryRow[]> {
  const { from, to } = windowAround(exDate)
  return db
    .selectFrom('dividend_history')
    .selectAll()
    .where('symbol', '=', symbol)
    .where((eb) => eb.or([eb('payment_date', '=', payDate), eb.between('ex_date', from, to)]))
    .orderBy('ex_date')
    .execute()
}

async function carryOut(trx: Transaction<Database>, plan: PaymentPlan, now: Date): Promise<Recorded> {
  if (plan.outcome !== 'unchanged') {
    await deleteRows(trx, plan.removed)
    await insertRow(trx, plan.written)
    await touchHistory(trx, now)
  }
  return plan.outcome
}
