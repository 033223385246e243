import { sign } from 'node:crypto'
import type { Db } from '../platform/database/schema.ts'
import { headOf, textOfCheckpoint, toNote } from '../signed-record/checkpoint.ts'
import { toSignature } from './sign-estimates.ts'
import { findSignatures } from './signed-record.db.ts'
import { findKey } from './signing-keys.ts'

/** The signed note of all signatures so far, by the present key; Ed25519 gives the same note each time. Null before the first signature. */
export async function signCheckpoint(db: Db): Promise<string | null> {
  const head = await headOf(await Promise.all((await findSignatures(db)).map(toSignature)))
  const key = await findKey(db)
  if (head === null || key === null) return null
  const text = textOfCheckpoint(head)
  const signature = sign(null, Buffer.from(text), key.privateKey).toString('base64')
  return toNote({ origin: head.origin, text }, key.publicKey, signature)
}
