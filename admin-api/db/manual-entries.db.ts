import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database, ManualEntryTable } from './schema.ts'
import { roundTo } from './wire-format.ts'

export type EntryRow = Selectable<ManualEntryTable>
export type PendingEstimate = Omit<
  Insertable<ManualEntryTable>,
  'id' | 'kind' | 'status' | 'amount' | 'reason'
> & { ex_date: string }
export type HeldPayment = Omit<
  Insertable<ManualEntryTable>,
  'id' | 'kind' | 'status' | 'estimated_amount'
> & { ex_date: string; amount: number; reason: string }

const columns = [
  'id',
  'symbol',
  'kind',
  'status',
  'collection_date',
  'payment_date',
  'ex_date',
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
  return db
    .selectFrom('manual_entry')
    .select(columns)
    .orderBy('status', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findEntry(db: Kysely<Database>, id: number): Promise<EntryRow | undefined> {
  return db.selectFrom('manual_entry').select(columns).where('id', '=', id).executeTakeFirst()
}

/** In the words of the wire, because entries are told by those who collect and by those who decide. */
export function toManualEntry(row: EntryRow) {
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
    reason: row.reason
  }
}

/**
 * Keeps one pending estimate for each coming payment of a fund: one whose ex-date lies between `from` and `to` is
 * written over and keeps its id.
 */
export async function putPendingEstimate(
  db: Kysely<Database>,
  entry: PendingEstimate,
  { from, to }: { from: string; to: string }
): Promise<EntryRow> {
  const older = await db
    .selectFrom('manual_entry')
    .select('id')
    .where('symbol', '=', entry.symbol)
    .where('kind', '=', 'estimate')
    .where('status', '=', 'pending')
    .where('ex_date', '>=', from)
    .where('ex_date', '<=', to)
    .orderBy('id')
    .executeTakeFirst()
  return put(db, older?.id, { ...entry, kind: 'estimate', status: 'pending', amount: null, reason: null })
}

/** Holds a payment back: as a new entry, or written over the one with this id. */
export async function holdPayment(
  db: Kysely<Database>,
  entry: HeldPayment,
  id: number | undefined
): Promise<EntryRow> {
  return put(db, id, { ...entry, kind: 'payment', status: 'pending', estimated_amount: null })
}

/** Payments of a fund that still wait. */
export async function findHeldPayments(db: Kysely<Database>, symbol: string): Promise<EntryRow[]> {
  return db
    .selectFrom('manual_entry')
    .select(columns)
    .where('symbol', '=', symbol)
    .where('kind', '=', 'payment')
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()
}

export async function deleteEntries(db: Kysely<Database>, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const result = await db.deleteFrom('manual_entry').where('id', 'in', ids).executeTakeFirst()
  return Number(result.numDeletedRows)
}

async function put(
  db: Kysely<Database>,
  id: number | undefined,
  entry: Insertable<ManualEntryTable>
): Promise<EntryRow> {
  if (id === undefined)
    return db.insertInto('manual_entry').values(entry).returning(columns).executeTakeFirstOrThrow()
  return db
    .updateTable('manual_entry')
    .set(entry)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}
