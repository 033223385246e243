import { exDateAfterMove, payDateFor } from '../../market-days/next-dates.ts'
import type { IsoDay, Payment } from '../../market-days/types.ts'
import { countOf, dollars } from '../../numbers/format-numbers.ts'
import {
  addQuarantinedPayment,
  deleteEntries,
  findEntriesById,
  writeStatus
} from '../../payments/manual-entries.db.ts'
import type { EntryRow } from '../../payments/manual-entry.ts'
import { statusWhenDeleted } from '../../payments/manual-entry.ts'
import { faultOfDays, type PaymentDays } from '../../payments/payment-row.ts'
import { isSameAmount } from '../../payments/same-payment.ts'
import type { DayBasis } from '../../platform/database/schema/facts.ts'
import type { Db, Trx } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { findRecentPayments, refusePast } from '../questions.ts'

type Counts = { changed: number; approved: number; gone: number }

/**
 * Sets the payment date of the pending ones among these entries, with the matching ex-date.
 * @param today null if a past date was confirmed
 * @throws ApiError past-day if it wasn't, and a payment would be expected in the past
 */
export async function moveEntries(
  trx: Trx,
  ids: readonly number[],
  paymentDate: string,
  today: IsoDay | null
): Promise<Counts> {
  const { entries, gone } = await findChosen(trx, ids)
  const pending = entries.filter(({ status }) => status === 'pending')
  for (const entry of pending) {
    if (today !== null) refuseEstimatePast(entry, paymentDate, today)
    const payments = await findRecentPayments(trx, entry.symbol)
    await writeDays(trx, entry.id, moveDays(entry, paymentDate, payments))
  }
  return { changed: pending.length, approved: entries.length - pending.length, gone }
}

/** The entries with these ids, and how many no longer exist. */
export async function findChosen(trx: Trx, ids: readonly number[]) {
  const chosen = [...new Set(ids)]
  const entries = await findEntriesById(trx, chosen)
  return { entries, gone: chosen.length - entries.length }
}

/** Only for estimates: a quarantined payment was already made. @throws ApiError past-day */
export function refuseEstimatePast({ kind, symbol }: EntryRow, paymentDate: IsoDay, today: IsoDay): void {
  if (kind === 'estimate') refusePast(symbol, paymentDate, today)
}

/** Deletes entries in any state; the dividend history does not change. */
export async function deleteById(trx: Trx, ids: readonly number[]): Promise<Counts> {
  const { entries, gone } = await findChosen(trx, ids)
  await removeEntries(trx, entries)
  return { changed: entries.length, approved: 0, gone }
}

/** Removes entries from the list. A quarantined payment keeps its row with the decision. */
export async function removeEntries(trx: Trx, entries: readonly EntryRow[]): Promise<void> {
  for (const [status, group] of Map.groupBy(entries, statusWhenDeleted)) {
    const ids = group.map(({ id }) => id)
    if (status === null) await deleteEntries(trx, ids)
    else await writeStatus(trx, ids, status)
  }
}

/**
 * 'Deleted 2 entries; 1 no longer exists.'
 * @throws ApiError with the reason if nothing was done
 */
export function formatCounts(done: string, { changed, approved, gone }: Counts): string {
  const exceptions = [
    ...(approved > 0 ? [`${approved} ${approved === 1 ? 'is' : 'are'} already approved`] : []),
    ...(gone > 0 ? [`${gone} no longer ${gone === 1 ? 'exists' : 'exist'}`] : [])
  ]
  if (changed === 0)
    throw new ApiError(
      approved > 0 ? 'conflict' : 'not-found',
      `Nothing was changed: ${exceptions.join(', ')}.`
    )
  return `${[`${done} ${countOf(changed, 'entry', 'entries')}`, ...exceptions].join('; ')}.`
}

type Entry = Pick<
  EntryRow,
  'symbol' | 'kind' | 'ex_date' | 'ex_date_basis' | 'payment_date_basis' | 'is_stored'
>

/**
 * Dates of an entry that gets a new pay date. An ex-date reported by a source stays; a derived one moves if it
 * doesn't fit the new pay date.
 * @param payments payments of the fund, ascending
 * @throws ApiError invalid-input if the pay date would be before the ex-date, or the payment is stored already
 */
export function moveDays(
  entry: Entry,
  payDate: IsoDay,
  payments: readonly Payment[]
): EntryDays & { ex_date: IsoDay } {
  if (entry.is_stored === 1)
    throw new ApiError(
      'invalid-input',
      `The payment of ${entry.symbol} is stored already. Change its dates in History.`
    )
  const collected = entry.kind === 'payment' ? entry.ex_date : null
  const isReported = collected !== null && exDateBasisOf(entry) === 'source'
  const ex_date = isReported ? collected : exDateAfterMove(collected, payDate, payments)
  const fault = faultOfDays({ symbol: entry.symbol, exDate: ex_date, payDate })
  if (fault !== null) throw new ApiError('invalid-input', fault)
  return {
    payment_date: payDate,
    // Entered by the operator.
    payment_date_basis: 'source',
    ex_date,
    ex_date_basis: ex_date === collected ? exDateBasisOf(entry) : 'derived'
  }
}

/**
 * Dates of an entry being approved. A pay date of unknown origin counts as derived if it equals the one that
 * follows from the ex-date.
 * @param payments payments of the fund, ascending
 */
export function daysOf(entry: Entry, payDate: IsoDay, payments: readonly Payment[]): PaymentDays {
  const isDated = entry.ex_date !== null
  const exDate = entry.ex_date ?? moveDays(entry, payDate, payments).ex_date
  const isUsual = payDate === payDateFor(exDate, payments)
  return {
    symbol: entry.symbol,
    exDate,
    exDateBasis: isDated ? exDateBasisOf(entry) : 'derived',
    payDate,
    payDateBasis: entry.payment_date_basis ?? (isUsual ? 'derived' : 'source')
  }
}

/** Quarantined payments have a reported ex-date; estimates never do. */
function exDateBasisOf({ kind, ex_date_basis }: Pick<Entry, 'kind' | 'ex_date_basis'>): DayBasis {
  return ex_date_basis ?? (kind === 'payment' ? 'source' : 'derived')
}

/**
 * Replaces an entry of a quarantined or marked payment by one with the operator's amount. The reported amount counts as rejected,
 * so that it is not quarantined again each time the source reports it.
 * @throws ApiError invalid-input if the entry is an estimate
 */
export async function correctAmount(trx: Trx, entry: EntryRow, amount: number): Promise<EntryRow> {
  const {
    id,
    kind,
    amount: reported,
    ex_date,
    reported_ex_date,
    reason,
    doubt,
    estimated_amount,
    ...rest
  } = entry
  if (kind !== 'payment' || reported === null || ex_date === null)
    throw new ApiError('invalid-input', 'Only the amount of a quarantined payment can be corrected.')
  if (isSameAmount(amount, reported)) return entry
  await writeStatus(trx, [id], 'rejected')
  return addQuarantinedPayment(trx, {
    ...rest,
    ex_date,
    reported_ex_date: reported_ex_date ?? ex_date,
    amount,
    doubt: doubt ?? 'odd',
    reason: `${dollars(reported)} was reported and corrected to ${dollars(amount)}. ${reason ?? ''}`.trim()
  })
}

export type EntryDays = Pick<EntryRow, 'payment_date' | 'payment_date_basis' | 'ex_date' | 'ex_date_basis'>

export async function writeDays(db: Db, id: number, days: EntryDays): Promise<void> {
  await db.updateTable('manual_entry').set(days).where('id', '=', id).execute()
}
