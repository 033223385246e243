import {
  type LogHead,
  RecordFileError,
  type RecordKeys,
  type RecordSignature
} from '../contract/signed-record.ts'
import { growTree, type MerkleTree, type Sha256, toHex } from './merkle-tree.ts'
import {
  findNoteSignature,
  fromHex,
  type NoteSignature,
  noteKeyId,
  parseNote,
  signatureKinds,
  toBase64
} from './signed-note.ts'
import { fromBase64, isSignedBy, textOfStatement } from './verify-signature.ts'

/*
 * Checkpoints of the signed record: C2SP signed notes (c2sp.org/signed-note, c2sp.org/tlog-checkpoint). Leaf n of the log
 * is the signed text of signature n + 1. That text has the root of its day's tree, so a checkpoint commits to every estimate,
 * and the signatures from before there were checkpoints are the first leaves of the same log.
 */

/** The log of all signatures. */
export type RecordLog = {
  /** Names the log; null before the first signature. */
  origin: string | null
  tree: MerkleTree
}

export type LogCheckpoint = LogHead & {
  /** The signed text, with its last line break. */
  text: string
  /** Signatures of the log and of witnesses. */
  signatures: readonly NoteSignature[]
}

/** Name of the log that starts with a signature by this key. */
export function originOf(firstKey: string): string {
  return `doubloon-record/${firstKey}`
}

/** @param hash a server has a faster one than Web Crypto */
export async function readLog(signatures: readonly RecordSignature[], hash?: Sha256): Promise<RecordLog> {
  const [first] = signatures
  return {
    origin: first === undefined ? null : originOf(first.key),
    tree: await growTree(signatures.map(textOfStatement), hash)
  }
}

export function textOfCheckpoint({ origin, size, root }: LogHead): string {
  return `${origin}\n${size}\n${toBase64(fromHex(root))}\n`
}

/** @throws RecordFileError */
export function parseCheckpoint(note: string): LogCheckpoint {
  const { text, signatures } = parseNote(note)
  const match = /^([^\s+]+)\n(0|[1-9]\d{0,8})\n([A-Za-z\d+/]{43}=)\n$/.exec(text)
  if (match === null) throw new RecordFileError('it is not a signed checkpoint')
  const [, origin = '', size = '', root = ''] = match
  return { origin, size: Number(size), root: toHex(fromBase64(root)), text, signatures }
}

/** The head of the log when it had this many signatures, by default the present one; null before the first signature. */
export async function headOf({ origin, tree }: RecordLog, size = tree.size): Promise<LogHead | null> {
  return origin === null ? null : { origin, size, root: toHex(await tree.rootOf(size)) }
}

/** Why a checkpoint is not one of this record's newest key over this log, which is verified; null if it is. */
export async function findCheckpointFault(
  note: string,
  log: RecordLog,
  keys: RecordKeys['keys']
): Promise<string | null> {
  let checkpoint: LogCheckpoint
  try {
    checkpoint = parseCheckpoint(note)
  } catch (error) {
    if (error instanceof RecordFileError) return `the checkpoint is damaged: ${error.message}`
    throw error
  }
  const rewritten = await findRewrite(checkpoint, log)
  if (rewritten !== null) return `the checkpoint is of another record: ${rewritten}`
  const key = keys.at(-1)
  if (key === undefined) return 'the checkpoint is by a key that is not published'
  const { origin, text, signatures } = checkpoint
  const id = await noteKeyId(origin, key.public_key, signatureKinds.note)
  const line = findNoteSignature(signatures, origin, id)
  if (line === null) return 'the checkpoint is not by the newest key'
  return (await isSignedBy(key, text, toBase64(line))) ? null : 'the checkpoint is not validly signed'
}

/** Why this log does not continue the one that once had this head; null if it does. */
export async function findRewrite(
  { origin, size, root }: LogHead,
  { origin: present, tree }: RecordLog
): Promise<string | null> {
  if (present === null) return size === 0 ? null : `it had ${size} signatures, and now has none`
  if (present !== origin) return `it was ${origin}, and now is ${present}`
  if (tree.size < size) return `it had ${size} signatures, and now has ${tree.size}`
  if (size === 0) return null
  return toHex(await tree.rootOf(size)) === root ? null : `its first ${size} signatures are not those of then`
}
