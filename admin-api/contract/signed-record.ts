import * as z from 'zod/mini'
import { isDay } from './days.ts'
import { described, list, number, oneOf, orNull, text } from './described.ts'
import { defineEndpoint } from './endpoint.ts'

/* The signed record: frozen estimates as published files that anyone can verify. Days are YYYY-MM-DD in New York. */

export const signedRecordPath = '/record'
/** Public keys; the address is well known by RFC 8615. */
export const recordKeysPath = '/.well-known/doubloon-record-keys.json'
export const recordSignaturesPath = '/data/record/signatures.json'
/** Size and root of the log of all signatures, as a C2SP checkpoint. */
export const recordCheckpointPath = '/data/record/checkpoint.txt'
/** Forecasts for programs that score forecast hubs (hubverse). */
export const recordHubPath = '/data/record/hub.csv'

export function recordDayPath(day: string): `/data/record/${string}.json` {
  return `/data/record/${day}.json`
}

/** Address that checks one estimate in the browser. */
export function checkEstimatePath(
  day: string,
  estimate: { symbol: string; ex_date: string }
): `${typeof signedRecordPath}?${string}` {
  return `${signedRecordPath}?day=${day}&symbol=${estimate.symbol}&ex_date=${estimate.ex_date}#check`
}

export const realDay = (what: string) =>
  described(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDay)), what)
export const instant = (what: string) =>
  described(
    z.string().check(
      z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/),
      z.refine((text) => !Number.isNaN(Date.parse(text)))
    ),
    what
  )
/** A symbol of the day on which it was signed. */
export const symbolOfDay = (what: string) => described(z.string().check(z.regex(/^[A-Z]{1,5}$/)), what)
const quantile = (what: string) => orNull(z.number(), what)
const anyHash = () => z.string().check(z.regex(/^[0-9a-f]{64}$/))
export const hash = (what: string) => described(anyHash(), what)

/**
 * A frozen estimate. Every field is hashed, so a new field needs a new format. `outlooks` needed none: verifiers hash fields
 * that they don't know.
 */
export const RecordLeaf = z.object({
  format: described(
    z.union([z.literal(1), z.literal(2)]),
    '2: an estimate can change several times on a day, and has a version'
  ),
  symbol: symbolOfDay('The symbol on the day of signing'),
  ex_date: realDay('Expected ex-date'),
  origin: oneOf(['live', 'replayed'], 'live: stored before the payment; replayed: backtested later'),
  as_of: realDay('Newest day of the data that the estimate used'),
  version: described(
    z.optional(z.number()),
    '1, 2, 3 ... in the order in which live estimates of the fund were stored; 0: backtested; only in format 2'
  ),
  family: text('Funds whose payments are set the same way'),
  made_at: instant('The instant at which the estimate was stored, UTC'),
  method_version: z.string(),
  rule: text('The leading rule of the method'),
  q05: quantile('The 5 % quantile; null in estimates of methods before 6'),
  low: number('The 10 % quantile, lower end of the 80 % range'),
  q25: quantile('The 25 % quantile'),
  estimate: number('The median, dollars a share'),
  q75: quantile('The 75 % quantile'),
  high: number('The 90 % quantile, upper end of the 80 % range'),
  q95: quantile('The 95 % quantile'),
  price: number('The close that the estimate used'),
  price_date: realDay('Day of that close'),
  baseline_last_yield: orNull(z.number(), 'Yield of the last payment times the price; null without one'),
  outlooks: described(
    z.optional(anyHash()),
    'Root of the Merkle tree of the outlooks that were signed with this estimate; only in one estimate of such a day'
  )
})
export type RecordLeaf = z.infer<typeof RecordLeaf>

/** One signature covers the first `leaves` leaves of its day, and through `previous` everything before. */
export const RecordSignature = z.object({
  format: z.literal(1),
  number: number('1, 2, 3 ...'),
  day: realDay('The day that the leaves belong to'),
  leaves: number('Number of leaves of the day that it covers, from the first'),
  root: hash('Root of the Merkle tree of these leaves'),
  previous: orNull(anyHash(), 'Hash of the signature before; null for the first'),
  signed_at: instant('UTC, by the clock of our server'),
  key: hash('SHA-256 of the public key'),
  hash: hash('SHA-256 of the signed text: all fields above as canonical JSON'),
  signature: text('Ed25519 signature of the signed text, base64')
})
export type RecordSignature = z.infer<typeof RecordSignature>

export const recordFileFields = { license: z.string(), terms: z.string(), how_to_verify: z.string() }

export const RecordDay = z.object({
  day: realDay('The New York day on which these estimates were signed'),
  root: hash('Root of the Merkle tree of all leaves'),
  signature: text('The newest signature of the day'),
  signatures: list(RecordSignature, 'All signatures of the day, oldest first'),
  leaves: list(RecordLeaf, 'In the order of signing; only ever appended'),
  ...recordFileFields
})
export type RecordDay = z.infer<typeof RecordDay>

const RecordAnchor = z.object({
  number: number('The signature whose signed text the witness received; it stands for all before it'),
  day: realDay('The day of that signature'),
  hash: hash('Its hash, the SHA-256 of the text'),
  anchored_at: instant('UTC, by the clock of our server'),
  receipt: text('What the witness gave, base64; empty if it gave nothing'),
  file: orNull(
    z.string(),
    'Name of the receipt as a file, such as ….ots of OpenTimestamps; null for printed text'
  )
})
export type RecordAnchor = z.infer<typeof RecordAnchor>

export const RecordSignatures = z.object({
  signatures: list(RecordSignature, 'All signatures, oldest first'),
  anchors: list(RecordAnchor, 'Receipts of a witness outside of this site, oldest first'),
  ...recordFileFields
})
export type RecordSignatures = z.infer<typeof RecordSignatures>

/** The page that explains and checks the record. */
export type SignedRecordPage = {
  kind: 'signed-record'
  /** Newest day of the data. */
  asOf: string
  /** The newest days, newest first: numbers of leaves, hash of the last signature, and a receipt or null. */
  days: {
    day: string
    live: number
    backtested: number
    hash: string
    anchor: z.infer<typeof RecordAnchor> | null
  }[]
  /** Number of all days. */
  count: number
  /** Null before the first. */
  newest: RecordSignature | null
  /** Verifier key of the log, for witnesses; null before the first signature. */
  logKey: string | null
  /** The newest cosignature of each witness, by name. */
  cosignatures: { witness: string; verifier_key: string; size: number; cosigned_at: string }[]
}

const Introduction = z.object({
  by: hash('Key that signed before this one'),
  at: text('UTC, by the clock of our server'),
  signature: text('Ed25519 signature of the introduction by that key, base64')
})

const PublicKey = z.object({
  id: hash('SHA-256 of the 32 bytes of the public key'),
  algorithm: z.literal('Ed25519'),
  public_key: text('The 32 bytes, base64'),
  pem: text('The same for openssl'),
  introduction: orNull(Introduction, 'Introduction by the previous key; null for the first key')
})

/** Size and root of the log at one time. */
const LogHead = z.object({
  /** Names the log; the same on every domain and after every change of its key. */
  origin: z.string(),
  /** Number of signatures. */
  size: z.int().check(z.nonnegative()),
  /** 64 hexadecimal digits. */
  root: z.string().check(z.regex(/^[0-9a-f]{64}$/))
})
export type LogHead = z.infer<typeof LogHead>

/** A head that was stored as JSON; undefined for anything else. */
export function toLogHead(stored: unknown): LogHead | undefined {
  return LogHead.safeParse(stored).data
}

export const RecordKeys = z.object({ keys: list(PublicKey, 'Every key that signed, oldest first') })
export type RecordKeys = z.infer<typeof RecordKeys>

/** A published file of the record is damaged, or something else. */
export class RecordFileError extends Error {}

const SignatureList = z.object({
  signatures: z.array(RecordSignature),
  /** Sites of earlier versions have no receipts. */
  anchors: z.optional(z.array(RecordAnchor))
})
const SignedDay = z.omit(RecordDay, { license: true, terms: true, how_to_verify: true })
/** The parts of a day's file that are verified. */
export type SignedDay = z.infer<typeof SignedDay>

/** @throws RecordFileError */
export function parseRecordSignatures(file: string): z.infer<typeof SignatureList> {
  return parseFile(SignatureList, file)
}

/** @throws RecordFileError */
export function parseRecordDay(file: string): SignedDay {
  return parseFile(SignedDay, file)
}

/** @throws RecordFileError */
export function parseRecordKeys(file: string): RecordKeys {
  return parseFile(RecordKeys, file)
}

/** Returns the content as it is in the file, unknown fields included, because they are hashed. @throws RecordFileError */
export function parseFile<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new RecordFileError('it is not JSON')
  }
  const issue = schema.safeParse(content).error?.issues[0]
  if (issue === undefined) return content as z.output<Schema>
  throw new RecordFileError(`${issue.path.join('.') || 'it'} is not valid`)
}

export const readRecordDay = defineEndpoint('public', 'GET', '/data/record/:day.json', {
  input: z.object({ day: z.string() }),
  output: RecordDay
})

export const readRecordSignatures = defineEndpoint('public', 'GET', recordSignaturesPath, {
  output: RecordSignatures
})

export const readRecordKeys = defineEndpoint('public', 'GET', recordKeysPath, { output: RecordKeys })
