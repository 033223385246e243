import { RecordFileError } from '../contract/signed-record.ts'
import { toHex } from './merkle-tree.ts'
import { fromBase64 } from './verify-signature.ts'

/* Signed notes (c2sp.org/signed-note): a text, an empty line, and signatures, each with a name and a key's short id. */

/** Types of signatures: the log's, and a witness's with its time. */
export const signatureKinds = { note: 0x01, cosignature: 0x04 } as const
type SignatureKind = (typeof signatureKinds)[keyof typeof signatureKinds]

const keyIdBytes = 4
const keyBytes = 32
/** A log and its witnesses. */
const mostSignatures = 16
const longestLine = 500

export type NoteSignature = {
  name: string
  /** The first four bytes of the key's id, 8 hexadecimal digits. */
  keyId: string
  bytes: Uint8Array
}

/** A name with its public key, 32 bytes in base64: a verifier key of the specification. */
export type VerifierKey = { name: string; publicKey: string }

/** @throws RecordFileError */
export function parseNote(note: string): { text: string; signatures: NoteSignature[] } {
  const end = note.lastIndexOf('\n\n')
  const lines = note.slice(end + 2).split('\n')
  if (end < 0 || lines.pop() !== '' || lines.length === 0 || lines.length > mostSignatures)
    throw new RecordFileError('it is not a signed note')
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignatureLine) }
}

/** @throws RecordFileError */
export function parseSignatureLine(line: string): NoteSignature {
  const match = line.length > longestLine ? null : /^— ([^\s+]+) ([A-Za-z\d+/]+={0,2})$/.exec(line)
  const bytes = fromBase64(match?.[2] ?? '')
  if (match?.[1] === undefined || bytes.length <= keyIdBytes)
    throw new RecordFileError('a line of it is not a signature')
  return { name: match[1], keyId: toHex(bytes.slice(0, keyIdBytes)), bytes: bytes.slice(keyIdBytes) }
}

/** The line of a note; `signature` in base64. */
export async function toSignatureLine(
  { name, publicKey }: VerifierKey,
  kind: SignatureKind,
  signature: Iterable<number>
): Promise<string> {
  const id = fromHex(await noteKeyId(name, publicKey, kind))
  return `— ${name} ${toBase64([...id, ...signature])}\n`
}

/** The note of a text that its log signed: `signature` is by the key, over the text, both in base64. */
export async function toNote(
  { origin, text }: { origin: string; text: string },
  publicKey: string,
  signature: string
): Promise<string> {
  const key = { name: origin, publicKey }
  return `${text}\n${await toSignatureLine(key, signatureKinds.note, fromBase64(signature))}`
}

/** The signature of this name and key; null without one. */
export function findNoteSignature(
  signatures: readonly NoteSignature[],
  name: string,
  keyId: string
): Uint8Array | null {
  return signatures.find((each) => each.name === name && each.keyId === keyId)?.bytes ?? null
}

/** SHA-256 of the name, a line break, the type of signature and the 32 bytes of the key; its first four bytes, as digits. */
export async function noteKeyId(name: string, publicKey: string, kind: SignatureKind): Promise<string> {
  const bytes = [...new TextEncoder().encode(`${name}\n`), kind, ...fromBase64(publicKey)]
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))
  return toHex(new Uint8Array(digest, 0, keyIdBytes))
}

/** 'NAME+ID+KEY', as the specification writes verifier keys. */
export async function formatVerifierKey(
  { name, publicKey }: VerifierKey,
  kind: SignatureKind
): Promise<string> {
  const id = await noteKeyId(name, publicKey, kind)
  return `${name}+${id}+${toBase64([kind, ...fromBase64(publicKey)])}`
}

/** Null for anything that is not a verifier key of this kind, such as one with a typing error. */
export async function parseVerifierKey(text: string, kind: SignatureKind): Promise<VerifierKey | null> {
  const match = /^([^\s+]{1,200})\+([\da-f]{8})\+([A-Za-z\d+/]{44})$/.exec(text)
  if (match === null) return null
  const [, name = '', id, encoded = ''] = match
  const [type, ...key] = fromBase64(encoded)
  if (type !== kind || key.length !== keyBytes) return null
  const publicKey = toBase64(key)
  return (await noteKeyId(name, publicKey, kind)) === id ? { name, publicKey } : null
}

export function toBase64(bytes: Iterable<number>): string {
  return btoa(String.fromCharCode(...bytes))
}

export function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
