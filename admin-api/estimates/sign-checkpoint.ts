import { hash, sign } from 'node:crypto'
import type { Tile } from '../contract/record-tiles.ts'
import type { Db } from '../platform/database/schema.ts'
import { headOf, originOf, type RecordLog, readLog, textOfCheckpoint } from '../signed-record/checkpoint.ts'
import { findLeavesOf, formatTile } from '../signed-record/log-tiles.ts'
import { formatVerifierKey, signatureKinds, toNote } from '../signed-record/signed-note.ts'
import { idOfKey, textOfStatement } from '../signed-record/verify-signature.ts'
import { toSignature } from './sign-estimates.ts'
import {
  findNewestSignature,
  findOldestSignature,
  findSignatures,
  findSignaturesAfter
} from './signed-record.db.ts'
import { findKey } from './signing-keys.ts'

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer')

/** Number of leaves of the log. */
export async function countSignatures(db: Db): Promise<number> {
  return (await findNewestSignature(db))?.number ?? 0
}

/** Bytes of a tile of the log; null if a log of this size doesn't serve it. */
export async function readTile(db: Db, tile: Tile): Promise<Uint8Array<ArrayBuffer> | null> {
  const leaves = findLeavesOf(tile, await countSignatures(db))
  if (leaves === null) return null
  const signatures = await Promise.all((await findSignaturesAfter(db, ...leaves)).map(toSignature))
  return formatTile(tile.level, signatures.map(textOfStatement), sha256)
}

/** The log of all signatures so far. */
export async function findLog(db: Db): Promise<RecordLog> {
  const signatures = await Promise.all((await findSignatures(db)).map(toSignature))
  return readLog(signatures, sha256)
}

/** The signed note of a log's head, by the present key; Ed25519 gives the same note each time. Null before the first signature. */
export async function signCheckpoint(db: Db, log: RecordLog): Promise<string | null> {
  const head = await headOf(log)
  const key = await findKey(db)
  if (head === null || key === null) return null
  const text = textOfCheckpoint(head)
  const signature = sign(null, Buffer.from(text), key.privateKey).toString('base64')
  return toNote({ origin: head.origin, text }, key.publicKey, signature)
}

/** Verifier key of the log, by which others know it; null before the first signature. */
export async function findLogKey(db: Db): Promise<string | null> {
  const first = await findOldestSignature(db)
  const key = await findKey(db)
  if (first === undefined || key === null) return null
  const name = originOf(await idOfKey(first.public_key))
  return formatVerifierKey({ name, publicKey: key.publicKey }, signatureKinds.note)
}
