import type { Transaction } from 'kysely'
import { type EntryRow, findEntry } from '../../db/manual-entries.db.ts'
import type { PaymentDays } from '../../db/payment-days.ts'
import { PaymentConflict, type Recorded, recordExpected, recordPaid } from '../../db/payment-records.db.ts'
import { findRecentPayments } from '../../db/recent-payments.db.ts'
import type { Database } from '../../db/schema.ts'
import { ApiError } from '../../http/errors.ts'
import { toNewYorkTime } from '../../market/new-york.ts'
import { basisOfDays, moveExDate } from './entry-days.ts'
import { markApproved } from './manual-entries.db.ts'

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
 * its day; invalid-input where something is missing.
 */
export async function approveEntry(trx: Transaction<Database>, id: number, now: Date): Promise<Approved> {
  const entry = await findPendingEntry(trx, id)
  const { symbol, payment_date: paymentDate } = entry
  if (paymentDate === null)
    throw new ApiError('invalid-input', 'Please set a payment date before approving this entry.')
  const payments = await findRecentPayments(trx, symbol)
  const exDate = entry.ex_date ?? moveExDate(entry, paymentDate, payments)
  const bases = basisOfDays(exDate, paymentDate, payments)
  const days = { symbol, exDate, payDate: paymentDate, ...bases }
  const recorded = await recordEntry(trx, entry, days, now)
  await markApproved(trx, id)
  return { entry, symbol, paymentDate, exDate, recorded }
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

async function recordHeldPayment(
  trx: Transaction<Database>,
  { amount, collection_date }: EntryRow,
  days: PaymentDays,
  now: Date
): Promise<Recorded> {
  if (amount === null) throw new ApiError('invalid-input', 'This entry holds no payment.')
  const paid = { ...days, amount, sources: approvedSource, collectionDate: collection_date }
  try {
    return await recordPaid(trx, paid, now)
  } catch (error) {
    if (error instanceof PaymentConflict) throw new ApiError('conflict', error.message)
    throw error
  }
}
