/**
 * SHA-256 Merkle trees of records by RFC 9162 (Certificate Transparency), section 2.1.1. A record is hashed as canonical
 * JSON by RFC 8785, limited to flat objects. Web Crypto, because the same code runs in Node and in browsers.
 */
type FlatRecord = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Prefixes that keep a leaf from being mistaken for an inner node. */
const [leafPrefix, nodePrefix] = [0x00, 0x01]

/** Keys in order, those without a value left out, no spaces, numbers as JavaScript writes them. @throws TypeError for a number that JSON can't express */
export function canonicalJson(record: FlatRecord): string {
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [key, value] of entries)
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new TypeError(`canonicalJson needs finite numbers, got ${value} for ${key}`)
  return JSON.stringify(Object.fromEntries(entries))
}

export async function hashText(text: string): Promise<string> {
  return toHex(await sha256(new TextEncoder().encode(text)))
}

type Bytes = Uint8Array<ArrayBuffer>

/** SHA-256; a server has a faster one than Web Crypto for thousands of short texts. */
type Sha256 = (bytes: Bytes) => Uint8Array | Promise<Uint8Array>

/** Root of the tree, 64 hexadecimal digits. @throws RangeError without a record */
export function merkleRoot(records: readonly FlatRecord[]): Promise<string> {
  return merkleRootOfTexts(records.map(canonicalJson))
}

/** Root of the tree of records that are canonical JSON already. @throws RangeError without a text */
export async function merkleRootOfTexts(texts: readonly string[], hash: Sha256 = sha256): Promise<string> {
  if (texts.length === 0) throw new RangeError('merkleRoot needs at least one record')
  const encoder = new TextEncoder()
  let level = await Promise.all(texts.map((text) => hash(join([leafPrefix], encoder.encode(text)))))
  // A node without a neighbor moves up unchanged, which gives the same tree as the recursion of the RFC.
  while (level.length > 1)
    level = await Promise.all(
      pairsOf(level).map(([left, right]) =>
        right === undefined ? left : hash(join([nodePrefix], left, right))
      )
    )
  return toHex(level[0] ?? new Uint8Array())
}

type Pair = readonly [Uint8Array, Uint8Array | undefined]

function pairsOf(level: readonly Uint8Array[]): Pair[] {
  return level.flatMap((node, i): Pair[] => (i % 2 === 0 ? [[node, level[i + 1]]] : []))
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function join(...parts: readonly ArrayLike<number>[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let start = 0
  for (const part of parts) {
    joined.set(part, start)
    start += part.length
  }
  return joined
}

/** Hexadecimal digits in lower case. */
export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
