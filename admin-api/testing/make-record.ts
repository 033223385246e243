import { fundsDataPath } from '../contract/open-data.ts'
import {
  type RecordLeaf,
  type RecordSignature,
  recordCheckpointPath,
  recordDayPath,
  recordKeysPath,
  recordSignaturesPath
} from '../contract/signed-record.ts'
import { headOf, parseCheckpoint, readLog, textOfCheckpoint } from '../signed-record/checkpoint.ts'
import { textOfCosignature, toCosignatureBytes } from '../signed-record/cosignature.ts'
import { hashText, merkleRoot } from '../signed-record/merkle-tree.ts'
import {
  formatVerifierKey,
  signatureKinds,
  toBase64,
  toNote,
  toSignatureLine
} from '../signed-record/signed-note.ts'
import {
  fromBase64,
  idOfKey,
  textOfIntroduction,
  textOfStatement
} from '../signed-record/verify-signature.ts'

/** Estimates that were frozen and signed together. */
export type SignedTogether = {
  exDate: string
  madeAt: string
  symbols: readonly string[]
  version?: number
  amount?: number
}

export const first: SignedTogether = {
  exDate: '2026-06-04',
  madeAt: '2026-06-01T22:15:00.000Z',
  symbols: ['MSTY', 'TSLY']
}
export const second: SignedTogether = {
  exDate: '2026-06-11',
  madeAt: '2026-06-08T22:15:00.000Z',
  symbols: ['MSTY', 'TSLY']
}
export const third: SignedTogether = {
  exDate: '2026-06-18',
  madeAt: '2026-06-15T22:15:00.000Z',
  symbols: ['MSTY']
}
export const honest = [first, second, third]

const ofOther = 'its first 3 signatures are not those of then'

/** Forged forms of the honest history, which verify alone, and what somebody who remembers the honest log finds. */
export const forgeries: { kind: string; history: readonly SignedTogether[]; finds: string }[] = [
  { kind: 'a changed row', history: [first, { ...second, amount: 0.55 }, third], finds: ofOther },
  { kind: 'a removed row', history: [first, { ...second, symbols: ['MSTY'] }, third], finds: ofOther },
  { kind: 'a duplicated row', history: [first, second, { ...second, version: 1 }, third], finds: ofOther },
  {
    kind: 'a backdated row',
    history: [{ ...first, symbols: ['MSTY', 'TSLY', 'ULTY'] }, second, third],
    finds: ofOther
  },
  {
    kind: 'a late version that became the first',
    history: [first, { ...second, version: 1, amount: 0.55 }, third, { ...third, symbols: ['TSLY'] }],
    finds: ofOther
  },
  {
    kind: 'the other of two histories for two visitors',
    history: [first, second, { ...third, symbols: ['TSLY'] }],
    finds: ofOther
  },
  {
    kind: 'a log that was rolled back',
    history: [first, second],
    finds: 'it had 3 signatures, and now has 2'
  }
]

export const makeKeyPair = () => crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])

export async function publicKeyOf({ publicKey }: CryptoKeyPair): Promise<string> {
  return toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
}

async function signWith({ privateKey }: CryptoKeyPair, text: string): Promise<string> {
  return toBase64(
    new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(text)))
  )
}

function toLeaf(symbol: string, { exDate, madeAt, version = 0, amount = 0.5 }: SignedTogether): RecordLeaf {
  return {
    format: 2,
    symbol,
    ex_date: exDate,
    origin: 'live',
    as_of: madeAt.slice(0, 10),
    version,
    family: 'yieldmax-single',
    made_at: madeAt,
    method_version: '6',
    rule: 'last-yield',
    q05: null,
    low: 0.4,
    q25: null,
    estimate: amount,
    q75: null,
    high: 0.6,
    q95: null,
    price: 20,
    price_date: madeAt.slice(0, 10),
    baseline_last_yield: 0.5
  }
}

/**
 * Published files of a record with this history, made without a database, by path.
 * @param pairs the key, or several, each introduced by the one before; the last one signs the checkpoint
 */
export async function makeRecordFiles(
  history: readonly SignedTogether[],
  ...pairs: CryptoKeyPair[]
): Promise<Record<string, string>> {
  const [pair] = pairs
  if (pair === undefined) throw new RangeError('makeRecordFiles needs a key')
  const key = await idOfKey(await publicKeyOf(pair))
  const days: Record<string, { leaves: RecordLeaf[]; signatures: RecordSignature[] }> = {}
  const signatures: RecordSignature[] = []
  for (const together of history) {
    const day = together.madeAt.slice(0, 10)
    const file = days[day] ?? { leaves: [], signatures: [] }
    days[day] = file
    file.leaves.push(...together.symbols.map((symbol) => toLeaf(symbol, together)))
    const statement = {
      format: 1 as const,
      number: signatures.length + 1,
      day,
      leaves: file.leaves.length,
      root: await merkleRoot(file.leaves),
      previous: signatures.at(-1)?.hash ?? null,
      signed_at: together.madeAt,
      key
    }
    const text = textOfStatement(statement)
    const signature = { ...statement, hash: await hashText(text), signature: await signWith(pair, text) }
    signatures.push(signature)
    file.signatures.push(signature)
  }
  const head = await headOf(await readLog(signatures))
  const files: Record<string, unknown> = {
    [recordSignaturesPath]: { signatures, anchors: [] },
    [recordKeysPath]: { keys: await introduce(pairs) },
    [fundsDataPath]: { funds: [] }
  }
  for (const [day, file] of Object.entries(days)) {
    const { root, signature } = file.signatures.at(-1) ?? {}
    files[recordDayPath(day)] = { day, root, signature, ...file }
  }
  const texts = Object.entries(files).map(([path, content]) => [path, JSON.stringify(content)] as const)
  const last = pairs.at(-1) ?? pair
  if (head === null) return Object.fromEntries(texts)
  const text = textOfCheckpoint(head)
  const note = await toNote(
    { origin: head.origin, text },
    await publicKeyOf(last),
    await signWith(last, text)
  )
  return { ...Object.fromEntries(texts), [recordCheckpointPath]: note }
}

async function introduce(pairs: readonly CryptoKeyPair[]) {
  return Promise.all(
    pairs.map(async (pair, i) => {
      const before = pairs[i - 1]
      const public_key = await publicKeyOf(pair)
      const id = await idOfKey(public_key)
      const key = { id, algorithm: 'Ed25519', public_key, pem: '' }
      if (before === undefined) return { ...key, introduction: null }
      const [by, at] = [await idOfKey(await publicKeyOf(before)), '2026-06-16T12:00:00.000Z']
      const signature = await signWith(before, textOfIntroduction({ by, at, introduces: id }))
      return { ...key, introduction: { by, at, signature } }
    })
  )
}

/** The list of cosignatures with one by this key, of the checkpoint of these files. */
export async function cosign(files: Record<string, string>, pair: CryptoKeyPair): Promise<string> {
  const { text, size, root } = parseCheckpoint(files[recordCheckpointPath] ?? '')
  const at = '2026-06-15T22:16:00.000Z'
  const seconds = Date.parse(at) / 1000
  const signature = await signWith(pair, textOfCosignature(text, seconds))
  const key = { name: 'witness.example/w1', publicKey: await publicKeyOf(pair) }
  const kind = signatureKinds.cosignature
  const line = await toSignatureLine(key, kind, toCosignatureBytes(seconds, fromBase64(signature)))
  const verifier_key = await formatVerifierKey(key, kind)
  const cosignature = { size, root, witness: key.name, verifier_key, cosigned_at: at, line: line.trimEnd() }
  return JSON.stringify({ cosignatures: [cosignature] })
}
