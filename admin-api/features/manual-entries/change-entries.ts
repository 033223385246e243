import type { Transaction } from 'kysely'
import { deleteEntries, type EntryRow, findEntriesById, writeStatus } from '../../db/manual-entries.db.ts'
import { findRecentPayments } from '../../db/recent-payments.db.ts'
import type { Database } from '../../db/schema.ts'
import { statusWhenDeleted } from '../../domain/payments/held-payment.ts'
import { ApiError } from '../../http/errors.ts'
import { moveDays } from './entry-days.ts'
import { writeDays } from './manual-entries.db.ts'

type Counts = { changed: number; approved: number; gone: number }

/** Gives the pending ones of these entries the payment date, and each the ex-date that goes with it. */
export async function moveEntries(
  trx: Transaction<Database>,
  ids: readonly number[],
  paymentDate: string
): Promise<Counts> {
  const asked = new Set(ids)
  const entries = await findEntriesById(trx, [...asked])
  const pending = entries.filter(({ status }) => status === 'pending')
  for (const entry of pending) {
    const payments = await findRecentPayments(trx, entry.symbol)
    await writeDays(trx, entry.id, moveDays(entry, paymentDate, payments))
  }
  return {
    changed: pending.length,
    approved: entries.length - pending.length,
    gone: asked.size - entries.length
  }
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
