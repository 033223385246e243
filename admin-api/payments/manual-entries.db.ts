import type { Insertable, Selectable } from 'kysely'
import type { EntryStatus, QuarantineReason } from '../contract/vocabulary.ts'
import { countRows } from '../platform/database/rows.ts'
import type { ManualEntryTable } from '../platform/database/schema/operator.ts'
import type { Db } from '../platform/database/schema.ts'
import { windowAround } from './expected-payment.ts'
import { type EntryRow, type ListedStatus, listedStatuses } from './manual-entry.ts'
import { isSameAmount } from './same-payment.ts'

type NewEntry = Omit<Insertable<ManualEntryTable>, 'id' | 'kind' | 'status'>

/** Why a payment is quarantined, and the second source that reports another amount. */
export type Doubt = { doubt: QuarantineReason; contradicted_by: string | null }

/** A payment quarantined as odd, which later data may explain. */
export type OddPayment = EntryRow & { ex_date: string; payment_date: string; amount: number }

/** Pending entries first, among them quarantined payments first, then newest first. */
export async function findEntries(db: Db): Promise<EntryRow[]> {
  return selectListed(db)
    .orderBy('status', 'desc')
    .orderBy((eb) => eb.case().when('status', '=', 'pending').then(eb.ref('kind')).else('').end(), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findEntry(db: Db, id: number): Promise<EntryRow | undefined> {
  return selectListed(db).where('id', '=', id).executeTakeFirst()
}

export async function findEntriesById(db: Db, ids: readonly number[]): Promise<EntryRow[]> {
  return selectListed(db).where('id', 'in', ids).orderBy('id').execute()
}

/**
 * Stores the pending estimate of a fund's upcoming payment. An estimate with an ex-date from `from` to `to` is replaced
 * and keeps its id. Estimates of later payments are deleted: they were made when another payment was expected next.
 */
export async function savePendingEstimate(
  db: Db,
  estimate: NewEntry,
  { from, to }: { from: string; to: string }
): Promise<EntryRow> {
  const entry = { ...estimate, kind: 'estimate', status: 'pending' } as const
  const ofFund = { symbol: estimate.symbol, kind: entry.kind, status: entry.status }
  await db
    .deleteFrom('manual_entry')
    .where((eb) => eb.and(ofFund))
    .where('ex_date', '>', to)
    .execute()
  const older = await selectListed(db)
    .where((eb) => eb.and(ofFund))
    .where('ex_date', '>=', from)
    .where('ex_date', '<=', to)
    .orderBy('id')
    .executeTakeFirst()
  if (older === undefined) return insertEntry(db, entry)
  return db
    .updateTable('manual_entry')
    .set(entry)
    .where('id', '=', older.id)
    .returningAll()
    .$narrowType<{ status: ListedStatus }>()
    .executeTakeFirstOrThrow()
}

export async function addQuarantinedPayment(db: Db, payment: NewEntry): Promise<EntryRow> {
  return insertEntry(db, { ...payment, kind: 'payment', status: 'pending' })
}

/** Entries about payments of a fund, whatever the operator decided, oldest first. */
export async function findPaymentEntries(db: Db, symbol: string): Promise<Selectable<ManualEntryTable>[]> {
  return db
    .selectFrom('manual_entry')
    .selectAll()
    .where((eb) => eb.and({ symbol, kind: 'payment' }))
    .orderBy('id')
    .execute()
}

/** Payments of all funds quarantined as odd, oldest ex-date first, except payments that the operator deleted before. */
export async function findOddPayments(db: Db): Promise<OddPayment[]> {
  return (
    db
      .selectFrom('manual_entry as entry')
      .selectAll('entry')
      .where('kind', '=', 'payment')
      .where('status', '=', 'pending')
      .where('doubt', '=', 'odd')
      // Entries that the operator moved are left to the operator.
      .whereRef('ex_date', '=', 'reported_ex_date')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('manual_entry as decided')
              .select('decided.id')
              .whereRef('decided.symbol', '=', 'entry.symbol')
              .whereRef('decided.reported_ex_date', '=', 'entry.reported_ex_date')
              .where('decided.status', '=', 'rejected')
          )
        )
      )
      .where('payment_date', 'is not', null)
      .where('amount', 'is not', null)
      .orderBy('ex_date')
      .orderBy('id')
      .$narrowType<{ status: ListedStatus; ex_date: string; payment_date: string; amount: number }>()
      .execute()
  )
}

/** Payments of all funds that wait for a decision, oldest first. */
export async function findAllInReview(db: Db) {
  return db
    .selectFrom('manual_entry')
    .select(['symbol', 'ex_date', 'amount', 'is_stored'])
    .where((eb) => eb.and({ kind: 'payment', status: 'pending' }))
    .orderBy('id')
    .execute()
}

/** Payments in review that are not stored, oldest first. */
export async function findAllQuarantined(db: Db) {
  return (await findAllInReview(db)).filter(({ is_stored }) => is_stored === 0)
}

/** Marks a stored payment, so that the operator confirms or corrects it. */
export async function addMark(db: Db, payment: NewEntry): Promise<EntryRow> {
  return insertEntry(db, { ...payment, kind: 'payment', status: 'pending', is_stored: 1 })
}

/** Settles marks whose payment was deleted or got another amount. */
export async function settleMarks(db: Db): Promise<void> {
  const marks = await db
    .selectFrom('manual_entry as entry')
    .leftJoin('payment', (join) =>
      join.onRef('payment.symbol', '=', 'entry.symbol').onRef('payment.ex_date', '=', 'entry.ex_date')
    )
    .select(['entry.id', 'entry.amount', 'payment.amount as stored'])
    .where('entry.is_stored', '=', 1)
    .where('entry.status', '=', 'pending')
    .execute()
  const isStored = ({ amount, stored }: (typeof marks)[number]) =>
    amount !== null && stored !== null && isSameAmount(amount, stored)
  const settled = marks.filter((mark) => !isStored(mark))
  await writeStatus(
    db,
    settled.map(({ id }) => id),
    'superseded'
  )
}

/** Ex-dates of pending quarantined payments above zero by fund, ascending. */
export async function findQuarantinedDays(db: Db): Promise<Map<string, string[]>> {
  const daysOf = new Map<string, string[]>()
  for (const { symbol, ex_date, amount } of await findAllQuarantined(db))
    if (ex_date !== null && (amount ?? 0) > 0)
      daysOf.set(symbol, [...(daysOf.get(symbol) ?? []), ex_date].sort())
  return daysOf
}

/** Deletes pending estimates whose payment, or a later one, is stored. */
export async function cleanUpEstimates(db: Db): Promise<void> {
  const waiting = await db
    .selectFrom('manual_entry as entry')
    .innerJoin('payment', 'payment.symbol', 'entry.symbol')
    .select((eb) => ['id', 'entry.ex_date', eb.fn.max('payment.ex_date').as('paid')])
    .where('kind', '=', 'estimate')
    .where('status', '=', 'pending')
    .groupBy('id')
    .execute()
  await deleteEntries(
    db,
    waiting
      .filter(({ ex_date, paid }) => ex_date !== null && ex_date <= windowAround(paid).to)
      .map(({ id }) => id)
  )
}

export async function writeStatus(db: Db, ids: readonly number[], status: EntryStatus): Promise<void> {
  if (ids.length > 0) await db.updateTable('manual_entry').set({ status }).where('id', 'in', ids).execute()
}

export async function writeDoubt(db: Db, id: number, given: Doubt & { reason: string }): Promise<void> {
  await db.updateTable('manual_entry').set(given).where('id', '=', id).execute()
}

export async function deleteEntries(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('manual_entry').where('id', 'in', ids).execute()
}

function selectListed(db: Db) {
  return db
    .selectFrom('manual_entry')
    .selectAll()
    .where('status', 'in', listedStatuses)
    .$narrowType<{ status: ListedStatus }>()
}

async function insertEntry(db: Db, entry: Insertable<ManualEntryTable>): Promise<EntryRow> {
  return db
    .insertInto('manual_entry')
    .values(entry)
    .returningAll()
    .$narrowType<{ status: ListedStatus }>()
    .executeTakeFirstOrThrow()
}

export function countQuarantinedPayments(db: Db): Promise<number> {
  return countRows(
    db.selectFrom('manual_entry').where((eb) => eb.and({ kind: 'payment', status: 'pending', is_stored: 0 }))
  )
}
