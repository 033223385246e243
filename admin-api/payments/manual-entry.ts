import type { Selectable } from 'kysely'
import type { ManualEntry } from '../contract/manual-entries.ts'
import type { EntryStatus } from '../contract/vocabulary.ts'
import { paysWeekly } from '../market-days/frequency.ts'
import type { IsoDay } from '../market-days/types.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import type { ManualEntryTable } from '../platform/database/schema/operator.ts'
import { findSamePayment, type KnownPayment } from './same-payment.ts'

/** Statuses that the operator's list shows. */
export const listedStatuses = ['pending', 'approved'] as const satisfies readonly EntryStatus[]
export type ListedStatus = (typeof listedStatuses)[number]

/** An entry of the operator's list. */
export type EntryRow = Omit<Selectable<ManualEntryTable>, 'status'> & { status: ListedStatus }

/** Frequency of an entry, which the operator can change; monthly if it is unknown. */
export function entryFrequency(paymentsAYear: number | null): 'WEEKLY' | 'MONTHLY' {
  return paymentsAYear !== null && paysWeekly(paymentsAYear) ? 'WEEKLY' : 'MONTHLY'
}

/** Columns of a quarantined payment that identify it. */
type Quarantined = Pick<
  EntryRow,
  'ex_date' | 'reported_ex_date' | 'payment_date' | 'payment_date_basis' | 'amount'
>

/** Status of an entry that the operator deletes; null if the entry itself can be deleted. */
export function statusWhenDeleted({
  kind,
  status,
  is_stored
}: Pick<EntryRow, 'kind' | 'status' | 'is_stored'>): EntryStatus | null {
  if (kind === 'estimate') return null
  // Only the mark is deleted: the payment stays.
  if (is_stored === 1) return 'superseded'
  return status === 'pending' ? 'rejected' : 'cleared'
}

/**
 * Finds the quarantined entry of a reported payment: one with the same reported day, even if the operator moved it, or
 * one that contradicts the same stored payment.
 * @param reported all payments in the same response of the source, which covers the days since `since`
 * @param storedExDate ex-date of the stored payment that matches the reported one, if any
 */
export function findQuarantined<Entry extends Quarantined>(
  payment: KnownPayment,
  entries: readonly Entry[],
  {
    reported,
    since,
    storedExDate
  }: { reported: readonly { exDate: IsoDay }[]; since?: IsoDay; storedExDate: IsoDay | undefined }
): Entry | undefined {
  const quarantined = entries.flatMap((entry) => toKnownQuarantined(entry) ?? [])
  return (
    findSamePayment(payment, quarantined, reported, since)?.entry ??
    entries.find(({ ex_date }) => ex_date !== null && ex_date === storedExDate)
  )
}

function toKnownQuarantined<Entry extends Quarantined>(
  entry: Entry
): (KnownPayment & { entry: Entry }) | null {
  // An entry without a reported day was never moved.
  const exDate = entry.reported_ex_date ?? entry.ex_date
  const { amount, payment_date: payDate, payment_date_basis } = entry
  if (exDate === null || amount === null) return null
  return {
    exDate,
    exDateBasis: 'source',
    payDate,
    payDateBasis: payment_date_basis ?? 'derived',
    amount,
    entry
  }
}

export function toManualEntry(row: EntryRow): ManualEntry {
  return {
    id: row.id,
    ticker: row.symbol,
    kind: row.kind,
    collection_date: row.collection_date,
    payment_date: row.payment_date,
    ex_date: row.ex_date,
    estimated_dividend: row.estimated_amount,
    actual_dividend: row.amount,
    current_price: row.price === null ? null : roundTo(2, row.price),
    implied_volatility: row.implied_volatility === null ? null : roundTo(4, row.implied_volatility),
    three_month_average: row.average_amount === null ? null : roundTo(4, row.average_amount),
    frequency: row.frequency,
    status: row.status,
    is_stored: row.is_stored === 1,
    reason: row.reason
  }
}
