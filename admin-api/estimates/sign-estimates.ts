import { hash, sign } from 'node:crypto'
import { RecordLeaf, type RecordSignature } from '../contract/signed-record.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { IsoDay } from '../market-days/types.ts'
import { readMeta } from '../platform/database/meta.db.ts'
import { insertRows } from '../platform/database/rows.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import {
  addLeaves,
  canonicalJson,
  countLeaves,
  hashText,
  type Peaks,
  rootOfPeaks
} from '../signed-record/merkle-tree.ts'
import { idOfKey, type Statement, textOfStatement } from '../signed-record/verify-signature.ts'
import type { RecordRow } from './estimate-record.db.ts'
import {
  findLeaves,
  findNewestSignature,
  findUnsigned,
  insertSignature,
  markSigned,
  type SignatureRow
} from './signed-record.db.ts'
import { findOrMakeKey } from './signing-keys.ts'

/**
 * Appends all estimates that no signature covers to today's leaves and signs the day again. Call it in the transaction
 * that froze them, so that no estimate is ever shown unsigned; write transactions of all instances are serialized.
 * @param outlooks root of the tree of outlooks that the last live estimate of these signs with it
 * @returns number of newly signed estimates
 */
export async function signEstimates(trx: Trx, now: Date, outlooks?: string): Promise<number> {
  const rows = await findUnsigned(trx)
  if (rows.length === 0) return 0
  const before = await findNewestSignature(trx)
  const day = await findSigningDay(trx, now)
  const signed = await findPeaks(trx, before, day)
  const carrier = rows.findLast(({ origin }) => origin === 'live')
  const added = rows.map((row) => canonicalJson(toLeaf(row, row === carrier ? outlooks : undefined)))
  const peaks = addLeaves(signed, added, sha256)
  const leaves = countLeaves(peaks)
  const key = await findOrMakeKey(trx)
  const statement: Statement = {
    format: 1,
    number: (before?.number ?? 0) + 1,
    day,
    leaves,
    root: rootOfPeaks(peaks, sha256),
    previous: before?.hash ?? null,
    signed_at: now.toISOString(),
    key: await idOfKey(key.publicKey)
  }
  const text = textOfStatement(statement)
  await insertRows(
    trx,
    'record_leaf',
    added.map((leaf, i) => ({ day, position: countLeaves(signed) + i, leaf }))
  )
  const { format: _format, key: _key, ...columns } = statement
  const signature = await hashText(text)
  await insertSignature(trx, {
    ...columns,
    public_key: key.publicKey,
    hash: signature,
    signature: sign(null, Buffer.from(text), key.privateKey).toString('base64')
  })
  await markSigned(trx, day)
  known = { signature, peaks }
  return added.length
}

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

/** Peaks of the leaves that a signature covers. Its hash follows from all leaves, so it is the same in any database. */
let known: { signature: string; peaks: Peaks } | null = null

/** Peaks of a day's leaves. The first day has thousands; hashed once, they don't hold the write lock at each signature. */
async function findPeaks(db: Db, newest: SignatureRow | undefined, day: IsoDay): Promise<Peaks> {
  if (newest === undefined || newest.day !== day) return []
  if (known?.signature !== newest.hash) {
    const leaves = (await findLeaves(db, day)).slice(0, newest.leaves)
    known = { signature: newest.hash, peaks: addLeaves([], leaves, sha256) }
  }
  return known.peaks
}

/**
 * Hashes the leaves that the next signature covers again. Call it before the transaction that signs.
 * @returns the number of the newest signature; 0 without any
 */
export async function prepareSigning(db: Db, now: Date): Promise<number> {
  const newest = await findNewestSignature(db)
  await findPeaks(db, newest, await findSigningDay(db, now))
  return newest?.number ?? 0
}

/** The day that the next signature is for. */
export async function findSigningDay(db: Db, now: Date): Promise<IsoDay> {
  const before = await findNewestSignature(db)
  const today = toNewYorkTime(now).day
  // A clock that was set back must not write into a day that others have already chained to.
  return before !== undefined && before.day > today ? before.day : today
}

/** The columns that a leaf has, under their published names. */
function toLeaf(row: RecordRow, outlooks?: string): RecordLeaf {
  return RecordLeaf.parse({ ...row, format: 2, estimate: row.amount, outlooks })
}

export async function toSignature(row: SignatureRow): Promise<RecordSignature> {
  const { number, day, leaves, root, previous, signed_at, signature } = row
  // Not by Web Crypto, which would take most of the time that a long log needs.
  const key = hash('sha256', Buffer.from(row.public_key, 'base64'))
  return { format: 1, number, day, leaves, root, previous, signed_at, key, hash: row.hash, signature }
}

/** Makes the key and signs unsigned estimates: on a new database, and after an upgrade from an unsigned version. */
export async function startSignedRecord(trx: Trx, now: Date): Promise<number> {
  await findOrMakeKey(trx)
  return signEstimates(trx, now)
}

/** Whether startSignedRecord has something to do. */
export async function isRecordSigned(db: Db): Promise<boolean> {
  return (await readMeta(db, 'record-key')) !== null && (await findUnsigned(db)).length === 0
}
