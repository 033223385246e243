import type { Insertable, Kysely, Selectable } from 'kysely'
import { type EntryStatus, type ListedStatus, listedStatuses } from '../domain/payments/held-payment.ts'
import type { Database, ManualEntryTable } from './schema.ts'

/** An entry that the operator sees. */
export type EntryRow = Omit<Selectable<ManualEntryTable>, 'status'> & { status: ListedStatus }
type Written = Omit<Insertable<ManualEntryTable>, 'id' | 'kind' | 'status'>
type PendingEstimate = Omit<Written, 'amount' | 'reason' | 'reported_ex_date'> & { ex_date: string }
type HeldPayment = Omit<Written, 'estimated_amount'> & {
  ex_date: string
  reported_ex_date: string
  amount: number
  reason: string
}

const columns = [
  'id',
  'symbol',
  'kind',
  'status',
  'collection_date',
  'payment_date',
  'payment_date_basis',
  'ex_date',
  'ex_date_basis',
  'reported_ex_date',
  'estimated_amount',
  'amount',
  'price',
  'implied_volatility',
  'average_amount',
  'frequency',
  'reason',
  'created_at'
] as const

/** Pending first, then newest first. */
export async function findEntries(db: Kysely<Database>): Promise<EntryRow[]> {
  return selectListed(db)
    .orderBy('status', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findEntry(db: Kysely<Database>, id: number): Promise<EntryRow | undefined> {
  return selectListed(db).where('id', '=', id).executeTakeFirst()
}

export async function findEntriesById(db: Kysely<Database>, ids: readonly number[]): Promise<EntryRow[]> {
  return selectListed(db).where('id', 'in', ids).orderBy('id').execute()
}

/**
 * Keeps one pending estimate for each coming payment of a fund: one whose ex-date lies between `from` and `to` is
 * written over and keeps its id.
 */
export async function putPendingEstimate(
  db: Kysely<Database>,
  estimate: PendingEstimate,
  { from, to }: { from: string; to: string }
): Promise<EntryRow> {
  const older = await selectListed(db)
    .where('symbol', '=', estimate.symbol)
    .where('kind', '=', 'estimate')
    .where('status', '=', 'pending')
    .where('ex_date', '>=', from)
    .where('ex_date', '<=', to)
    .orderBy('id')
    .executeTakeFirst()
  const entry = {
    ...estimate,
    kind: 'estimate',
    status: 'pending',
    amount: null,
    reason: null,
    reported_ex_date: null
  } as const
  if (older === undefined) return insertEntry(db, entry)
  return db
    .updateTable('manual_entry')
    .set(entry)
    .where('id', '=', older.id)
    .returning(columns)
    .$narrowType<{ status: ListedStatus }>()
    .executeTakeFirstOrThrow()
}

export async function addHeldPayment(db: Kysely<Database>, payment: HeldPayment): Promise<EntryRow> {
  return insertEntry(db, { ...payment, kind: 'payment', status: 'pending', estimated_amount: null })
}

/** Payments of a fund that still wait. */
export async function findHeldPayments(db: Kysely<Database>, symbol: string): Promise<EntryRow[]> {
  return selectListed(db)
    .where('symbol', '=', symbol)
    .where('kind', '=', 'payment')
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()
}

export async function writeStatus(
  db: Kysely<Database>,
  ids: readonly number[],
  status: EntryStatus
): Promise<void> {
  if (ids.length > 0) await db.updateTable('manual_entry').set({ status }).where('id', 'in', ids).execute()
}

export async function deleteEntries(db: Kysely<Database>, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('manual_entry').where('id', 'in', ids).execute()
}

function selectListed(db: Kysely<Database>) {
  return db
    .selectFrom('manual_entry')
    .select(columns)
    .where('status', 'in', listedStatuses)
    .$narrowType<{ status: ListedStatus }>()
}

async function insertEntry(db: Kysely<Database>, entry: Insertable<ManualEntryTable>): Promise<EntryRow> {
  return db
    .insertInto('manual_entry')
    .values(entry)
    .returning(columns)
    .$narrowType<{ status: ListedStatus }>()
    .executeTakeFirstOrThrow()
}
