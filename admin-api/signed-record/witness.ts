import { type LogHead, RecordFileError } from '../contract/signed-record.ts'
import { type LogCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { isGrowth } from './merkle-tree.ts'
import { findNoteSignature, fromHex, noteKeyId, signatureKinds, toBase64 } from './signed-note.ts'
import { fromBase64, isSignedBy } from './verify-signature.ts'

/*
 * The call add-checkpoint of witnesses (c2sp.org/tlog-witness): a log sends its head with a proof that it continues the
 * one that the witness has seen last.
 */

const mostProofLines = 63
/** A proof and a note with the most signatures. */
export const longestSubmission = 16_384

type Submission = {
  /** Size that the witness has seen, as far as the log knows. */
  oldSize: number
  proof: readonly Uint8Array[]
  checkpoint: LogCheckpoint
}

export function formatSubmission(oldSize: number, proof: readonly Uint8Array[], note: string): string {
  return [`old ${oldSize}`, ...proof.map(toBase64), '', note].join('\n')
}

/** @throws RecordFileError for anything else */
function parseSubmission(body: string): Submission {
  const start = body.indexOf('\n\n')
  const [old = '', ...lines] = body.slice(0, Math.max(start, 0)).split('\n')
  const oldSize = /^old (0|[1-9]\d{0,8})$/.exec(old)?.[1]
  const proof = lines.map((line) => (/^[A-Za-z\d+/]{43}=$/.test(line) ? fromBase64(line) : null))
  const isProof = proof.every((node) => node !== null) && proof.length <= mostProofLines
  if (oldSize === undefined || !isProof) throw new RecordFileError('it does not begin with a proof')
  return {
    oldSize: Number(oldSize),
    proof: proof.filter((node) => node !== null),
    checkpoint: parseCheckpoint(body.slice(start + 2))
  }
}

/** Knowledge of a witness about a log. */
export type WitnessedLog = {
  origin: string
  /** Public keys that may sign its checkpoints, 32 bytes in base64. */
  keys: readonly string[]
  /** The last head that it cosigned; null before the first. */
  head: LogHead | null
}

/** The status is that of the protocol; `reason` is a sentence. */
export type SubmissionVerdict =
  | { status: 200; checkpoint: LogCheckpoint }
  | { status: 400 | 403 | 404 | 422; reason: string }
  /** `knownSize`: what the witness has seen. */
  | { status: 409; reason: string; knownSize: number }

/** Decides whether a witness may cosign a submission to add-checkpoint. The caller stores the head before it answers. */
export async function judgeSubmission(
  body: string,
  { origin, keys, head }: WitnessedLog
): Promise<SubmissionVerdict> {
  let submission: Submission
  try {
    submission = parseSubmission(body)
  } catch (error) {
    if (error instanceof RecordFileError)
      return { status: 400, reason: `The request can’t be read: ${error.message}.` }
    throw error
  }
  const { oldSize, proof, checkpoint } = submission
  if (checkpoint.origin !== origin)
    return { status: 404, reason: `This witness watches the log ${origin}, not ${checkpoint.origin}.` }
  if (!(await isSignedByOneOf(checkpoint, keys)))
    return { status: 403, reason: 'The checkpoint is not signed by a key that this witness trusts.' }
  if (oldSize > checkpoint.size)
    return { status: 400, reason: `A log of ${checkpoint.size} did not grow from ${oldSize}.` }
  const known = { size: head?.size ?? 0, root: head === null ? new Uint8Array() : fromHex(head.root) }
  if (oldSize !== known.size)
    return {
      status: 409,
      reason:
        checkpoint.size < known.size
          ? `This witness has seen ${known.size} signatures, and the log has ${checkpoint.size}: it was rolled back, or this checkpoint is old.`
          : `This witness has seen ${known.size} signatures, not ${oldSize}.`,
      knownSize: known.size
    }
  if (checkpoint.size === known.size && head !== null && checkpoint.root !== head.root)
    return {
      status: 409,
      reason: `The log was rewritten: this witness has seen another root of ${known.size}.`,
      knownSize: known.size
    }
  const isConsistent = await isGrowth(known, { size: checkpoint.size, root: fromHex(checkpoint.root) }, proof)
  return isConsistent || (known.size === 0 && checkpoint.size === 0 && proof.length === 0)
    ? { status: 200, checkpoint }
    : {
        status: 422,
        reason: `The log was rewritten, or its proof is wrong: it does not continue the log of ${known.size} that this witness has seen.`
      }
}

async function isSignedByOneOf(
  { origin, text, signatures }: LogCheckpoint,
  keys: readonly string[]
): Promise<boolean> {
  for (const public_key of keys) {
    const id = await noteKeyId(origin, public_key, signatureKinds.note)
    const signature = findNoteSignature(signatures, origin, id)
    if (signature !== null && (await isSignedBy({ public_key }, text, toBase64(signature)))) return true
  }
  return false
}
