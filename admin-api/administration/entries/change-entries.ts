import type { Transaction } from 'kysely'
import { deleteEntries, type EntryRow, findEntriesById, writeStatus } from '../../payments/manual-entries.db.ts'
import { findRecentPayments } from '../recent-payments.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import { statusWhenDeleted } from '../../payments/held-payment.ts'
import { questionDay } from '../past-day.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { moveDays } from './entry-days.ts'
import { writeDays } from './delete-entries.db.ts'

type Counts = { changed: number; approved: number; gone: number }

/**
 * Gives the pending ones of these entries the payment date, and each the ex-date that goes with it.
 * @param today null where a day that is over is confirmed
 * @throws ApiError past-day where it is not, and a payment would be expected then.
 */
export async function moveEntries(
  trx: Transaction<Database>,
  ids: readonly number[],
  paymentDate: string,
  today: IsoDay | null
): Promise<Counts> {
  const asked = new Set(ids)
  const entries = await findEntriesById(trx, [...asked])
  const pending = entries.filter(({ status }) => status === 'pending')
  for (const entry of pending) {
    if (today !== null) refusePast(entry, paymentDate, today)
    const payments = await findRecentPayments(trx, entry.symbol)
    await writeDays(trx, entry.id, moveDays(entry, paymentDate, payments))
  }
  return {
    changed: pending.length,
    approved: entries.length - pending.length,
    gone: asked.size - entries.length
  }
}

/** A held-back payment was made already; only an estimate's day may be a slip. @throws ApiError past-day. */
export function refusePast({ kind, symbol }: EntryRow, paymentDate: IsoDay, today: IsoDay): void {
  const question = kind === 'estimate' ? questionDay(symbol, paymentDate, today) : null
  if (question !== null) throw new ApiError('past-day', question)
}

/** Entries of any state; the dividend history stays as it is. */
export async function deleteById(trx: Transaction<Database>, ids: readonly number[]): Promise<Counts> {
  const asked = new Set(ids)
  const entries = await findEntriesById(trx, [...asked])
  await takeOffList(trx, entries)
  return { changed: entries.length, approved: 0, gone: asked.size - entries.length }
}

/** Deletes entries as the operator sees it: of a held-back payment the row stays, with what was decided. */
export async function takeOffList(trx: Transaction<Database>, entries: readonly EntryRow[]): Promise<void> {
  for (const [status, group] of Map.groupBy(entries, statusWhenDeleted)) {
    const ids = group.map(({ id }) => id)
    if (status === null) await deleteEntries(trx, ids)
    else await writeStatus(trx, ids, status)
  }
}

/**
 * 'Deleted 2 entries; 1 is not there any more.'
 * @throws ApiError where nothing was done, with the reason.
 */
export function spellCounts(done: string, { changed, approved, gone }: Counts): string {
  const exceptions = [
    ...(approved > 0 ? [`${approved} ${approved === 1 ? 'is' : 'are'} approved already`] : []),
    ...(gone > 0 ? [`${gone} ${gone === 1 ? 'is' : 'are'} not there any more`] : [])
  ]
  if (changed === 0)
    throw new ApiError(
      approved > 0 ? 'conflict' : 'not-found',
      `Nothing was changed: ${exceptions.join(', ')}.`
    )
  return `${[`${done} ${countEntries(changed)}`, ...exceptions].join('; ')}.`
}

export function countEntries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}
