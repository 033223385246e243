import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { RecordKeys, RecordLeaf, RecordSignature } from '../contract/signed-record.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { canonicalJson, hashText, merkleRoot } from '../signed-record/merkle-tree.ts'
import { idOfKey, type Statement, textOfStatement } from '../signed-record/verify-signature.ts'
import type { RecordRow } from './estimate-record.db.ts'
import {
  findLeaves,
  findNewestSignature,
  findSignatures,
  findUnsigned,
  insertLeaves,
  insertSignature,
  markSigned,
  type SignatureRow
} from './signed-record.db.ts'

/**
 * Appends all estimates that no signature covers to today's leaves and signs the day again. Call it in the transaction
 * that froze them, so that no estimate is ever shown unsigned; write transactions take turns over all instances.
 * @returns number of newly signed estimates
 */
export async function signEstimates(trx: Transaction<Database>, now: Date): Promise<number> {
  const rows = await findUnsigned(trx)
  if (rows.length === 0) return 0
  const before = await findNewestSignature(trx)
  const today = toNewYorkTime(now).day
  // A clock that was set back must not write into a day that others have already chained to.
  const day = before !== undefined && before.day > today ? before.day : today
  const signed = (await findLeaves(trx, day)).map((leaf): RecordLeaf => JSON.parse(leaf))
  const added = rows.map(toLeaf)
  const leaves = [...signed, ...added]
  const key = await findOrMakeKey(trx)
  const statement: Statement = {
    format: 1,
    number: (before?.number ?? 0) + 1,
    day,
    leaves: leaves.length,
    root: await merkleRoot(leaves),
    previous: before?.hash ?? null,
    signed_at: now.toISOString(),
    key: await idOfKey(key.publicKey)
  }
  const text = textOfStatement(statement)
  await insertLeaves(
    trx,
    added.map((leaf, i) => ({ day, position: signed.length + i, leaf: canonicalJson(leaf) }))
  )
  const { number, root, previous, signed_at } = statement
  await insertSignature(trx, {
    number,
    day,
    leaves: leaves.length,
    root,
    previous,
    signed_at,
    public_key: key.publicKey,
    hash: await hashText(text),
    signature: sign(null, Buffer.from(text), key.privateKey).toString('base64')
  })
  await markSigned(trx, day)
  return added.length
}

function toLeaf(row: RecordRow): RecordLeaf {
  const { symbol, ex_date, origin, as_of, family, made_at, method_version, rule } = row
  const { q05, low, q25, q75, high, q95 } = row
  return {
    format: 1,
    symbol,
    ex_date,
    origin,
    as_of,
    family,
    made_at,
    method_version,
    rule,
    q05,
    low,
    q25,
    estimate: row.amount,
    q75,
    high,
    q95,
    price: row.price,
    price_date: row.price_date,
    baseline_last_yield: row.baseline_last_yield
  }
}

/** Converts a stored signature to the published one. */
export async function toSignature(row: SignatureRow): Promise<RecordSignature> {
  const { number, day, leaves, root, previous, signed_at, hash, signature } = row
  const key = await idOfKey(row.public_key)
  return { format: 1, number, day, leaves, root, previous, signed_at, key, hash, signature }
}

type SigningKey = { privateKey: KeyObject; publicKey: string }

/**
 * Signing key of this database. It is in the table `meta`, so that all instances share it and a backup restores it:
 * anyone who can read the database or a backup can sign.
 */
async function findOrMakeKey(trx: Transaction<Database>): Promise<SigningKey> {
  const stored = await readMeta(trx, 'record-key')
  if (stored !== null) return toKey(stored)
  const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  await writeMeta(trx, 'record-key', made.toString('base64'))
  return toKey(made.toString('base64'))
}

function toKey(stored: string): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.from(stored, 'base64'), format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: toPublic(createPublicKey(privateKey)) }
}

/** The 32 bytes of a public key as base64. */
function toPublic(key: KeyObject): string {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
}

/** Makes the key and signs what is unsigned: on a new database, and after an upgrade from a version without signatures. */
export async function startSignedRecord(trx: Transaction<Database>, now: Date): Promise<number> {
  await findOrMakeKey(trx)
  return signEstimates(trx, now)
}

/** Whether startSignedRecord has something to do. */
export async function isRecordSigned(db: Kysely<Database>): Promise<boolean> {
  return (await readMeta(db, 'record-key')) !== null && (await findUnsigned(db)).length === 0
}

/** Public keys of all signatures, oldest first, then the key that signs next. */
export async function findPublicKeys(db: Kysely<Database>): Promise<RecordKeys['keys']> {
  const used = (await findSignatures(db)).map(({ public_key }) => public_key)
  const stored = await readMeta(db, 'record-key')
  const keys = new Set([...used, ...(stored === null ? [] : [toKey(stored).publicKey])])
  return Promise.all(
    [...keys].map(async (public_key) => ({
      id: await idOfKey(public_key),
      algorithm: 'Ed25519' as const,
      public_key,
      pem: toPem(public_key)
    }))
  )
}

function toPem(publicKey: string): string {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return key.export({ format: 'pem', type: 'spki' }).toString()
}
