import type { Transaction } from 'kysely'
import { type EntryRow, findEntry, writeStatus } from '../../payments/manual-entries.db.ts'
import { type Recorded, recordExpected, recordPaid } from '../../payments/payment-records.db.ts'
import { findRecentPayments } from '../recent-payments.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { PaymentDays } from '../../payments/payment-days.ts'
import { PaymentConflict } from '../../payments/plan-payment.ts'
import { questionAmount } from '../unusual-amount.ts'
import { toNewYorkTime } from '../../market-days/new-york.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { daysOf } from './entry-days.ts'

export type Approved = {
  entry: EntryRow
  symbol: string
  paymentDate: string
  exDate: string
  recorded: Recorded
}

export const goneMessage = 'This entry is not there any more.'
const approvedSource = 'held back, approved by the operator'

/**
 * Moves an entry into the dividend history at its payment date. Call it in a transaction.
 * @throws ApiError not-found where the entry is gone; conflict where it is approved already or another payment has
 * its day; invalid-input where something is missing; unusual-amount where its amount looks like a slip and is not
 * confirmed.
 */
export async function approveEntry(
  trx: Transaction<Database>,
  { id, confirm_unusual }: { id: number; confirm_unusual: boolean },
  now: Date
): Promise<Approved> {
  const entry = await findPendingEntry(trx, id)
  const { symbol, payment_date: paymentDate } = entry
  if (paymentDate === null)
    throw new ApiError('invalid-input', 'Please set a payment date before approving this entry.')
  const days = daysOf(entry, paymentDate, await findRecentPayments(trx, symbol))
  if (!confirm_unusual) await refuseUnusual(trx, entry, days.exDate)
  const recorded = await recordEntry(trx, entry, days, now).catch(refuseConflict)
  await writeStatus(trx, [id], 'approved')
  return { entry, symbol, paymentDate, exDate: days.exDate, recorded }
}

async function refuseUnusual(trx: Transaction<Database>, entry: EntryRow, exDate: string): Promise<void> {
  const { symbol, kind: what } = entry
  const amount = what === 'payment' ? entry.amount : entry.estimated_amount
  if (amount === null) return
  const payments = await findRecentPayments(trx, symbol, exDate)
  const question = questionAmount({ symbol, what, exDate, amount }, payments)
  if (question !== null) throw new ApiError('unusual-amount', question)
}

/** @throws ApiError not-found where the entry is gone, conflict where it is approved already. */
export async function findPendingEntry(trx: Transaction<Database>, id: number): Promise<EntryRow> {
  const entry = await findEntry(trx, id)
  if (entry === undefined) throw new ApiError('not-found', goneMessage)
  if (entry.status === 'approved') throw new ApiError('conflict', 'This entry is approved already.')
  return entry
}

async function recordEntry(
  trx: Transaction<Database>,
  entry: EntryRow,
  days: PaymentDays,
  now: Date
): Promise<Recorded> {
  if (entry.kind === 'payment') return recordHeldPayment(trx, entry, days, now)
  if (entry.estimated_amount === null) throw new ApiError('invalid-input', 'This entry holds no estimate.')
  const expected = {
    ...days,
    estimatedAmount: entry.estimated_amount,
    frequency: entry.frequency,
    impliedVolatility: entry.implied_volatility,
    price: entry.price,
    averageAmount: entry.average_amount,
    // The day it came into the history, which is the day its dates were checked.
    collectionDate: toNewYorkTime(now).day
  }
  return recordExpected(trx, expected, now)
}

function refuseConflict(error: unknown): never {
  if (error instanceof PaymentConflict) throw new ApiError('conflict', error.message)
  throw error
}

async function recordHeldPayment(
  trx: Transaction<Database>,
  { amount, collection_date }: EntryRow,
  days: PaymentDays,
  now: Date
): Promise<Recorded> {
  if (amount === null) throw new ApiError('invalid-input', 'This entry holds no payment.')
  const paid = { ...days, amount, sources: approvedSource, collectionDate: collection_date }
  return recordPaid(trx, paid, now)
}
