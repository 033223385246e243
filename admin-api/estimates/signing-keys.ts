import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { writeLog } from '../admin-log/admin-log.db.ts'
import { tiledCheckpointPath } from '../contract/record-tiles.ts'
import {
  type RecordKeys,
  recordCheckpointPath,
  recordKeysPath,
  signedRecordPath
} from '../contract/signed-record.ts'
import { recordCosignaturesPath } from '../contract/witnesses.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { enqueuePages } from '../publishing/page-log.db.ts'
import { idOfKey, textOfIntroduction } from '../signed-record/verify-signature.ts'
import { findSignatures } from './signed-record.db.ts'

type SigningKey = { privateKey: KeyObject; publicKey: string }

/** Signed introduction of a key by the one before; keys are 32 public bytes in base64. Stored in `meta` as JSON. */
type Introduction = { by: string; introduces: string; at: string; signature: string }

/**
 * Signing key of this database. It is in the table `meta`, so that all instances share it and a backup restores it:
 * anyone who can read the database or a backup can sign.
 */
export async function findOrMakeKey(trx: Trx): Promise<SigningKey> {
  return (await findKey(trx)) ?? makeKey(trx)
}

/** The present signing key; null before the first start. */
export async function findKey(db: Db): Promise<SigningKey | null> {
  const key = await readMeta(db, 'record-key')
  return key === null ? null : toKey(key)
}

async function makeKey(trx: Trx): Promise<SigningKey> {
  const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  await writeMeta(trx, 'record-key', made.toString('base64'))
  return toKey(made.toString('base64'))
}

/**
 * Replaces the signing key with a new one, introduced by the old one, so that the chain of signatures continues. The
 * old private key is deleted; its public key stays published.
 * @returns the id of the new key
 */
export async function rotateKey(trx: Trx, now: Date): Promise<string> {
  const old = await findOrMakeKey(trx)
  const fresh = await makeKey(trx)
  const [by, introduces] = [await idOfKey(old.publicKey), await idOfKey(fresh.publicKey)]
  const at = now.toISOString()
  const text = textOfIntroduction({ by, at, introduces })
  const introduction: Introduction = {
    by: old.publicKey,
    introduces: fresh.publicKey,
    at,
    signature: sign(null, Buffer.from(text), old.privateKey).toString('base64')
  }
  const introductions = [...(await findIntroductions(trx)), introduction]
  await writeMeta(trx, 'record-key-introductions', JSON.stringify(introductions))
  await enqueuePages(
    trx,
    [recordKeysPath, recordCheckpointPath, tiledCheckpointPath, recordCosignaturesPath, signedRecordPath],
    now
  )
  const logFields = { level: 'WARNING', category: 'SYSTEM', action: 'UPDATE' } as const
  await writeLog(trx, { ...logFields, message: `The signed record has a new key, ${introduces}` }, now)
  return introduces
}

async function findIntroductions(db: Db): Promise<Introduction[]> {
  return JSON.parse((await readMeta(db, 'record-key-introductions')) ?? '[]')
}

function toKey(stored: string): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.from(stored, 'base64'), format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: toPublic(createPublicKey(privateKey)) }
}

/** The 32 bytes of a public key as base64. */
function toPublic(key: KeyObject): string {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
}

/** Public keys of all signatures and introductions, oldest first; the last one signs next. */
export async function findPublicKeys(db: Db): Promise<RecordKeys['keys']> {
  const introductions = await findIntroductions(db)
  const used = (await findSignatures(db)).map(({ public_key }) => public_key)
  const currentKey = await readMeta(db, 'record-key')
  const introduced = introductions.flatMap(({ by, introduces }) => [by, introduces])
  // A key without an introduction replaced a lost key and follows the keys used before it.
  const first = used.filter((key) => !introduced.includes(key))
  const last = currentKey === null ? [] : [toKey(currentKey).publicKey]
  const introductionOf = new Map(introductions.map((each) => [each.introduces, each]))
  return Promise.all(
    [...new Set([...first, ...introduced, ...last])].map(async (public_key) => {
      const introduction = introductionOf.get(public_key)
      return {
        id: await idOfKey(public_key),
        algorithm: 'Ed25519' as const,
        public_key,
        pem: toPem(public_key),
        introduction: introduction
          ? { by: await idOfKey(introduction.by), at: introduction.at, signature: introduction.signature }
          : null
      }
    })
  )
}

function toPem(publicKey: string): string {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return key.export({ format: 'pem', type: 'spki' }).toString()
}
