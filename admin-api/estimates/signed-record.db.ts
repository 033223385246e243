import type { Selectable } from 'kysely'
import type { RecordAnchor } from '../contract/signed-record.ts'
import { countRows } from '../platform/database/rows.ts'
import type { RecordSignatureTable } from '../platform/database/schema/estimates.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import type { RecordRow } from './estimate-record.db.ts'

export type SignatureRow = Selectable<RecordSignatureTable>

/** Frozen estimates that no signature covers yet, oldest first. */
export async function findUnsigned(db: Db): Promise<RecordRow[]> {
  return db
    .selectFrom('estimate_record')
    .selectAll()
    .where('signed_on', 'is', null)
    .orderBy('made_at')
    .orderBy('ex_date')
    .orderBy('symbol')
    .orderBy('origin')
    .orderBy('as_of')
    .orderBy('version')
    .execute()
}

/** Marks all unsigned estimates. Call it in the transaction that found and signed them. */
export async function markSigned(trx: Trx, day: string): Promise<void> {
  await trx.updateTable('estimate_record').set({ signed_on: day }).where('signed_on', 'is', null).execute()
}

/** All signatures, oldest first. */
export async function findSignatures(db: Db, day?: string): Promise<SignatureRow[]> {
  const query = db.selectFrom('record_signature').selectAll().orderBy('number')
  return (day === undefined ? query : query.where('day', '=', day)).execute()
}

/** Signatures with the numbers after `start`, through `end`. */
export async function findSignaturesAfter(db: Db, start: number, end: number): Promise<SignatureRow[]> {
  return db
    .selectFrom('record_signature')
    .selectAll()
    .where('number', '>', start)
    .where('number', '<=', end)
    .orderBy('number')
    .execute()
}

export async function findOldestSignature(db: Db): Promise<SignatureRow | undefined> {
  return db.selectFrom('record_signature').selectAll().orderBy('number').limit(1).executeTakeFirst()
}

export async function findNewestSignature(db: Db): Promise<SignatureRow | undefined> {
  return db.selectFrom('record_signature').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
}

export async function findSignedDays(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('record_signature').select('day').distinct().orderBy('day').execute()
  return rows.map(({ day }) => day)
}

/** Leaves of a day as canonical JSON, in the order of signing. */
export async function findLeaves(db: Db, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('record_leaf')
    .select('leaf')
    .where('day', '=', day)
    .orderBy('position')
    .execute()
  return rows.map(({ leaf }) => leaf)
}

/** The last signature of the newest day before `today`, unless a witness has it. */
export async function findUnanchored(db: Db, today: string): Promise<SignatureRow | undefined> {
  const newest = await db
    .selectFrom('record_signature')
    .selectAll()
    .where('day', '<', today)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined) return undefined
  const anchors = db.selectFrom('record_anchor').where('number', '=', newest.number)
  return (await countRows(anchors)) > 0 ? undefined : newest
}

/** Receipts and the signatures they are for, oldest first. */
export async function findAnchors(db: Db): Promise<RecordAnchor[]> {
  const rows = await db
    .selectFrom('record_anchor as anchor')
    .innerJoin('record_signature as signature', 'signature.number', 'anchor.number')
    .select(['anchor.number', 'day', 'hash', 'anchored_at', 'receipt', 'file'])
    .orderBy('anchor.number')
    .execute()
  return rows.map((row) => ({ ...row, file: row.file || null }))
}

export async function insertSignature(trx: Trx, row: SignatureRow): Promise<void> {
  await trx.insertInto('record_signature').values(row).execute()
}
