import {
  type LogHead,
  RecordFileError,
  type RecordKeys,
  type RecordSignature
} from '../contract/signed-record.ts'
import { merkleRootOfTexts, toHex } from './merkle-tree.ts'
import { fromBase64, isSignedBy, textOfStatement } from './verify-signature.ts'

/*
 * Checkpoints of the signed record: C2SP signed notes (c2sp.org/signed-note, c2sp.org/tlog-checkpoint). Leaf n of the log
 * is the signed text of signature n + 1. That text has the root of its day's tree, so a checkpoint commits to every estimate,
 * and the signatures from before there were checkpoints are the first leaves of the same log.
 */

type Checkpoint = LogHead & {
  /** The signed text, with its last line break. */
  text: string
  /** The log's own signature, without cosignatures: base64 of the first four bytes of the key's id, then the signature. */
  signature: string
}

/** Signature type of a plain Ed25519 signature in a signed note. */
const ed25519 = 0x01
const keyIdBytes = 4

/** Name of the log that starts with a signature by this key. */
function originOf(firstKey: string): string {
  return `doubloon-record/${firstKey}`
}

export function textOfCheckpoint({ origin, size, root }: LogHead): string {
  return `${origin}\n${size}\n${toBase64(fromHex(root))}\n`
}

/** The note of a text: `signature` is by the key, over the text, both in base64. */
export async function toNote(
  { origin, text }: { origin: string; text: string },
  publicKey: string,
  signature: string
): Promise<string> {
  const line = toBase64([...(await noteKeyId(origin, publicKey)), ...fromBase64(signature)])
  return `${text}\n— ${origin} ${line}\n`
}

/** SHA-256 of the name, a line break, the type of signature and the 32 bytes of the key; its first four bytes. */
async function noteKeyId(name: string, publicKey: string): Promise<Uint8Array> {
  const bytes = [...new TextEncoder().encode(`${name}\n`), ed25519, ...fromBase64(publicKey)]
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))
  return new Uint8Array(digest, 0, keyIdBytes)
}

/** @throws RecordFileError */
function parseCheckpoint(note: string): Checkpoint {
  const match = /^(([^\s+]+)\n(0|[1-9]\d{0,8})\n([A-Za-z\d+/]{43}=)\n)\n((?:— [^\s+]+ \S+\n){1,16})$/.exec(
    note
  )
  if (match === null) throw new RecordFileError('it is not a signed checkpoint')
  const [, text = '', origin = '', size = '', root = '', lines = ''] = match
  const own = lines.split('\n').find((line) => line.startsWith(`— ${origin} `))
  if (own === undefined) throw new RecordFileError('its log has not signed it')
  const signature = own.split(' ')[2] ?? ''
  return { origin, size: Number(size), root: toHex(fromBase64(root)), text, signature }
}

/** Root of the log when it had this many signatures. @throws RangeError without one */
function rootOfLog(signatures: readonly RecordSignature[], size: number): Promise<string> {
  return merkleRootOfTexts(signatures.slice(0, size).map(textOfStatement))
}

/** The present head of the log; null before the first signature. */
export async function headOf(signatures: readonly RecordSignature[]): Promise<LogHead | null> {
  const [first] = signatures
  if (first === undefined) return null
  const size = signatures.length
  return { origin: originOf(first.key), size, root: await rootOfLog(signatures, size) }
}

/** Why a checkpoint is not one of this record's newest key over these signatures, which are verified; null if it is. */
export async function findCheckpointFault(
  note: string,
  signatures: readonly RecordSignature[],
  keys: RecordKeys['keys']
): Promise<string | null> {
  let checkpoint: Checkpoint
  try {
    checkpoint = parseCheckpoint(note)
  } catch (error) {
    if (error instanceof RecordFileError) return `the checkpoint is damaged: ${error.message}`
    throw error
  }
  const rewritten = await findRewrite(checkpoint, signatures)
  if (rewritten !== null) return `the checkpoint is of another record: ${rewritten}`
  const key = keys.at(-1)
  const line = fromBase64(checkpoint.signature)
  if (key === undefined) return 'the checkpoint is by a key that is not published'
  const id = await noteKeyId(checkpoint.origin, key.public_key)
  if (toHex(id) !== toHex(line.slice(0, keyIdBytes))) return 'the checkpoint is not by the newest key'
  const signature = toBase64(line.slice(keyIdBytes))
  return (await isSignedBy(key, checkpoint.text, signature)) ? null : 'the checkpoint is not validly signed'
}

/** Why these signatures do not continue the log that once had this head; null if they do. */
export async function findRewrite(
  { origin, size, root }: LogHead,
  signatures: readonly RecordSignature[]
): Promise<string | null> {
  const [first] = signatures
  if (first === undefined) return size === 0 ? null : `it had ${size} signatures, and now has none`
  if (originOf(first.key) !== origin) return `it was ${origin}, and now is ${originOf(first.key)}`
  if (signatures.length < size) return `it had ${size} signatures, and now has ${signatures.length}`
  if (size === 0) return null
  return (await rootOfLog(signatures, size)) === root
    ? null
    : `its first ${size} signatures are not those of then`
}

function toBase64(bytes: Iterable<number>): string {
  return btoa(String.fromCharCode(...bytes))
}

function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
