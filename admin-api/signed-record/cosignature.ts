import { type LogHead, RecordFileError } from '../contract/signed-record.ts'
import type { RecordCosignature } from '../contract/witnesses.ts'
import { type RecordLog, textOfCheckpoint } from './checkpoint.ts'
import { toHex } from './merkle-tree.ts'
import {
  findNoteSignature,
  noteKeyId,
  parseSignatureLine,
  parseVerifierKey,
  signatureKinds,
  toBase64,
  type VerifierKey
} from './signed-note.ts'
import { isSignedBy } from './verify-signature.ts'

/*
 * Cosignatures of version 1 (c2sp.org/tlog-cosignature): a witness says that a checkpoint is the largest that it has seen
 * of a log, and consistent with all before, at this time. 8 bytes of time, then 64 bytes of Ed25519.
 */

const timeBytes = 8

/** Text that a witness signs. @param seconds since 1970 */
export function textOfCosignature(checkpointText: string, seconds: number): string {
  return `cosignature/v1\ntime ${seconds}\n${checkpointText}`
}

/** Time and signature as they follow the key's id in a line. */
export function toCosignatureBytes(seconds: number, signature: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(timeBytes + signature.length)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(seconds))
  bytes.set(signature, timeBytes)
  return bytes
}

/**
 * The instant of a witness's cosignature of a head, in ISO form; null if no line is a valid one by this key.
 * @param lines signature lines of a note
 * @throws RecordFileError for a line that is no signature
 */
export async function findCosignature(
  lines: readonly string[],
  head: LogHead,
  witness: VerifierKey
): Promise<{ line: string; at: string } | null> {
  const keyId = await noteKeyId(witness.name, witness.publicKey, signatureKinds.cosignature)
  for (const line of lines) {
    const bytes = findNoteSignature([parseSignatureLine(line)], witness.name, keyId)
    if (bytes === null || bytes.length <= timeBytes) continue
    const seconds = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
    const time = new Date(seconds * 1000)
    // 0 would say that the witness has seen more.
    if (seconds === 0 || Number.isNaN(time.getTime())) continue
    const text = textOfCosignature(textOfCheckpoint(head), seconds)
    if (await isSignedBy({ public_key: witness.publicKey }, text, toBase64(bytes.slice(timeBytes))))
      return { line, at: time.toISOString() }
  }
  return null
}

/** Why a published cosignature is not one of this log, which is verified; null if all are. */
export async function findCosignatureFault(
  cosignatures: readonly RecordCosignature[],
  { origin, tree }: RecordLog
): Promise<string | null> {
  for (const { witness, verifier_key, size, root, cosigned_at, line } of cosignatures) {
    const name = `the cosignature of ${witness} for ${size} signatures`
    const key = await parseVerifierKey(verifier_key, signatureKinds.cosignature)
    if (key === null || key.name !== witness) return `${name} has a damaged verifier key`
    const head = { origin: origin ?? '', size, root }
    const found = await findCosignature([line], head, key).catch((error: unknown) => {
      if (error instanceof RecordFileError) return null
      throw error
    })
    if (found === null) return `${name} is not valid`
    if (Date.parse(found.at) !== Date.parse(cosigned_at)) return `${name} has another time than its file says`
    const isOfLog = size <= tree.size && toHex(await tree.rootOf(size)) === root
    if (!isOfLog)
      return `${witness} has cosigned another log of ${size} signatures, so the record was rewritten`
  }
  return null
}
