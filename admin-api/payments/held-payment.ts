import type { IsoDay } from '../market-days/types.ts'
import type { DayBasis } from './payment-row.ts'
import { findSamePayment, type KnownPayment } from './same-payment.ts'

/** What the operator's list shows. */
export const listedStatuses = ['pending', 'approved'] as const
export type ListedStatus = (typeof listedStatuses)[number]

/**
 * What became of an entry. Off the list, and kept because a later collection asks: `rejected`, the operator deleted
 * a held-back payment; `cleared`, the operator deleted one that was approved; `superseded`, a newer reading of the
 * source took its place, or what it reports is stored by now.
 */
export type EntryStatus = ListedStatus | 'rejected' | 'cleared' | 'superseded'

/**
 * What a payment is held back for: it is `odd` by its day or its amount, which what comes later may explain; it may
 * stand on another share `basis` than the history; or another figure of it is `stored`.
 */
export type HeldFor = 'odd' | 'basis' | 'stored'

/** What the operator decided about a payment before. */
export type EarlierDecision = { kind: 'approved'; amount: number } | { kind: 'rejected' }

/** A held-back payment as it is compared with a reported one. */
type Held = {
  ex_date: IsoDay | null
  reported_ex_date: IsoDay | null
  payment_date: IsoDay | null
  payment_date_basis: DayBasis | null
  amount: number | null
}

/** The status of an entry that the operator deletes, or null where nothing of it is worth keeping. */
export function statusWhenDeleted(entry: {
  kind: 'estimate' | 'payment'
  status: ListedStatus
}): EntryStatus | null {
  if (entry.kind === 'estimate') return null
  return entry.status === 'pending' ? 'rejected' : 'cleared'
}

/**
 * The held-back payment that a reported one is: the same by what the source reported, wherever the operator moved
 * it to, or one that contradicts the same stored payment.
 * @param reported all that the same answer of the source holds
 * @param storedExDate of the stored payment that the reported one is, if any
 */
export function findHeld<Entry extends Held>(
  payment: KnownPayment,
  entries: readonly Entry[],
  { reported, storedExDate }: { reported: readonly { exDate: IsoDay }[]; storedExDate: IsoDay | undefined }
): Entry | undefined {
  const held = entries.flatMap((entry) => toKnownHeld(entry) ?? [])
  return (
    findSamePayment(payment, held, reported)?.entry ??
    entries.find(({ ex_date }) => ex_date !== null && ex_date === storedExDate)
  )
}

function toKnownHeld<Entry extends Held>(entry: Entry): (KnownPayment & { entry: Entry }) | null {
  const exDate = reportedDayOf(entry)
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

/** Entries that the operator did not move stand on the day on which they were reported. */
function reportedDayOf(entry: Pick<Held, 'ex_date' | 'reported_ex_date'>): IsoDay | null {
  return entry.reported_ex_date ?? entry.ex_date
}
