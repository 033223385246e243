import type { RecordKeys, RecordSignature, SignedDay } from '../contract/signed-record.ts'
import { canonicalJson, growTree, hashText, type Sha256, toHex } from './merkle-tree.ts'

/** The fields of a signature that are signed. */
export type Statement = Omit<RecordSignature, 'hash' | 'signature'>

/** The signed text. */
export function textOfStatement(statement: Statement): string {
  const { format, number, day, leaves, root, previous, signed_at, key } = statement
  return canonicalJson({ format, number, day, leaves, root, previous, signed_at, key })
}

/** Public key of test 1 in RFC 8032, section 7.1. */
const testKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='

/** Whether this browser has what verification needs: Ed25519, and an address with https or localhost. */
export async function canVerify(): Promise<boolean> {
  return Promise.resolve()
    .then(() => importKey(testKey))
    .then(
      () => true,
      () => false
    )
}

type PublicKey = RecordKeys['keys'][number]

/** The text by which a key names its successor. */
export function textOfIntroduction(introduction: { by: string; at: string; introduces: string }): string {
  const { by, at, introduces } = introduction
  return canonicalJson({ format: 1, by, at, introduces })
}

/** Why a key of the list is not the one that its id names, or not the successor of the one before it; null if each is. */
export async function findKeyFault(keys: readonly PublicKey[]): Promise<string | null> {
  for (const [i, { id, public_key, introduction }] of keys.entries()) {
    if ((await idOfKey(public_key)) !== id) return `the key ${id} does not have the published id`
    const before = keys[i - 1]
    if (before === undefined) continue
    if (introduction?.by !== before.id) return `the key ${id} was not introduced by the one before`
    const text = textOfIntroduction({ by: before.id, at: introduction.at, introduces: id })
    if (!(await isSignedBy(before, text, introduction.signature)))
      return `the introduction of the key ${id} is not valid`
  }
  return null
}

/** Why a signature does not follow the one before, or is not by one of the keys, which are verified; null if it is valid. */
export async function findSignatureFault(
  signature: RecordSignature,
  before: RecordSignature | null,
  keys: RecordKeys['keys']
): Promise<string | null> {
  const name = `signature ${signature.number}`
  if (signature.number !== (before?.number ?? 0) + 1)
    return before === null
      ? `the first signature has the number ${signature.number}`
      : `${name} follows number ${before.number}`
  if (signature.previous !== (before?.hash ?? null)) return `${name} is not chained to the one before`
  if (before !== null && signature.day < before.day) return `${name} is of an earlier day than the one before`
  const text = textOfStatement(signature)
  if ((await hashText(text)) !== signature.hash) return `the hash of ${name} is not that of its text`
  const key = keys.find(({ id }) => id === signature.key)
  if (key === undefined) return `${name} is by a key that is not published`
  if (before !== null && keys.indexOf(key) < keys.findIndex(({ id }) => id === before.key))
    return `${name} is by a key that had been replaced`
  return (await isSignedBy(key, text, signature.signature)) ? null : `${name} is not valid`
}

export async function isSignedBy(
  { public_key }: Pick<PublicKey, 'public_key'>,
  text: string,
  signature: string
): Promise<boolean> {
  const key = await importKey(public_key)
  return crypto.subtle.verify('Ed25519', key, fromBase64(signature), new TextEncoder().encode(text))
}

/** Why the leaves of a day are not those that were signed; null if they are. `signed`: its signatures, verified. */
export async function findLeavesFault(
  { day, root, signature, signatures, leaves }: SignedDay,
  signed: readonly RecordSignature[],
  hash?: Sha256
): Promise<string | null> {
  const isSame = JSON.stringify(signatures) === JSON.stringify(signed)
  if (!isSame) return 'its file has other signatures than the list of all signatures'
  const last = signed.at(-1)
  if (last === undefined) return 'it has no signature'
  if (signed.some((each) => each.day !== day)) return `its file says ${day}`
  if (leaves.length !== last.leaves)
    return `its file has ${leaves.length} estimates, and ${last.leaves} were signed`
  const tree = await growTree(leaves.map(canonicalJson), hash)
  for (const each of signed) {
    if (each.leaves < 1) return `signature ${each.number} covers no estimate`
    if (each.leaves > tree.size || toHex(await tree.rootOf(each.leaves)) !== each.root)
      return `its estimates are not those of signature ${each.number}`
  }
  if (root !== last.root || signature !== last.signature)
    return 'root and signature at the top of its file are not the newest'
  return null
}

/** SHA-256 of a public key, which names it. */
export async function idOfKey(publicKey: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', fromBase64(publicKey))))
}

/** A record has few keys and many signatures. */
const imported = new Map<string, Promise<CryptoKey>>()
const mostImported = 100

function importKey(publicKey: string): Promise<CryptoKey> {
  const known = imported.get(publicKey)
  if (known !== undefined) return known
  const key = crypto.subtle.importKey('raw', fromBase64(publicKey), 'Ed25519', false, ['verify'])
  if (imported.size >= mostImported) imported.clear()
  imported.set(publicKey, key)
  return key
}

/** Empty for anything that is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
