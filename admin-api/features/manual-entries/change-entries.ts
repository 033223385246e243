import type { Transaction } from 'kysely'
import { deleteEntries } from '../../db/manual-entries.db.ts'
import { findRecentPayments } from '../../db/recent-payments.db.ts'
import type { Database } from '../../db/schema.ts'
import { ApiError } from '../../http/errors.ts'
import { moveExDate } from './entry-days.ts'
import { findEntriesById, writeDays } from './manual-entries.db.ts'

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
    const ex_date = moveExDate(entry, paymentDate, payments)
    await writeDays(trx, entry.id, { payment_date: paymentDate, ex_date })
  }
  return {
    changed: pending.length,
    approved: entries.length - pending.length,
    gone: asked.size - entries.length
  }
}

/** Entries of any state; the dividend history stays as it is. */
export async function removeEntries(trx: Transaction<Database>, ids: readonly number[]): Promise<Counts> {
  const asked = new Set(ids)
  const changed = await deleteEntries(trx, [...asked])
  return { changed, approved: 0, gone: asked.size - changed }
}

/**
 * 'Deleted 2 entries; 1 is not there any more.'
 * @throws ApiError where nothing was done, with the reason.
 */
export function tellCounts(done: string, { changed, approved, gone }: Counts): string {
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
