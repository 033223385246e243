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
export type Sha256 = (bytes: Bytes) => Uint8Array | Promise<Uint8Array>

/** Root of the tree, 64 hexadecimal digits. @throws RangeError without a record */
export function merkleRoot(records: readonly FlatRecord[]): Promise<string> {
  return merkleRootOfTexts(records.map(canonicalJson))
}

/** Root of the tree of records that are canonical JSON already. @throws RangeError without a text */
export async function merkleRootOfTexts(texts: readonly string[]): Promise<string> {
  if (texts.length === 0) throw new RangeError('merkleRoot needs at least one record')
  const tree = await growTree(texts)
  return toHex(await tree.rootOf(texts.length))
}

/** Roots of the complete trees that leaves form so far, the largest first: all that the root of more leaves needs. */
export type Peaks = readonly { leaves: number; root: Uint8Array }[]

type SynchronousSha256 = (bytes: Bytes) => Uint8Array

/** The peaks of the same leaves and more of them, which are canonical JSON. */
export function addLeaves(peaks: Peaks, texts: readonly string[], hash: SynchronousSha256): Peaks {
  const encoder = new TextEncoder()
  const grown = [...peaks]
  for (const text of texts) {
    let peak = { leaves: 1, root: hash(concatBytes([leafPrefix], encoder.encode(text))) }
    for (let left = grown.at(-1); left?.leaves === peak.leaves; left = grown.at(-1)) {
      grown.pop()
      peak = { leaves: 2 * peak.leaves, root: hash(concatBytes([nodePrefix], left.root, peak.root)) }
    }
    grown.push(peak)
  }
  return grown
}

export function countLeaves(peaks: Peaks): number {
  return peaks.reduce((sum, { leaves }) => sum + leaves, 0)
}

/** Root of the tree of all leaves, 64 hexadecimal digits. @throws RangeError without a leaf */
export function rootOfPeaks(peaks: Peaks, hash: SynchronousSha256): string {
  const [last, ...others] = peaks.toReversed()
  if (last === undefined) throw new RangeError('rootOfPeaks needs at least one leaf')
  return toHex(others.reduce((right, { root }) => hash(concatBytes([nodePrefix], root, right)), last.root))
}

/** A tree that answers for each of its sizes; every node is hashed once. */
export type MerkleTree = {
  /** Number of leaves. */
  size: number
  /** Root of the first `size` leaves; SHA-256 of nothing without any. @throws RangeError for more than there are */
  rootOf: (size: number) => Promise<Uint8Array>
  /** Consistency proof by RFC 9162, section 2.1.4.1: that the first `from` of `to` leaves are as they were. Empty for 0. */
  proveGrowth: (from: number, to: number) => Promise<Uint8Array[]>
}

export async function growTree(texts: readonly string[], hash: Sha256 = sha256): Promise<MerkleTree> {
  const encoder = new TextEncoder()
  let level = await Promise.all(texts.map((text) => hash(concatBytes([leafPrefix], encoder.encode(text)))))
  /** Nodes over 1, 2, 4 ... leaves that can't get more. */
  const levels = [level]
  while (level.length > 1) {
    level = await Promise.all(
      pairsOf(level).map(([left, right]) => hash(concatBytes([nodePrefix], left, right)))
    )
    levels.push(level)
  }

  async function nodeOver(start: number, end: number): Promise<Uint8Array> {
    if (end === start) return hash(new Uint8Array())
    const depth = Math.log2(end - start)
    const complete = Number.isInteger(depth) ? levels[depth]?.[start / (end - start)] : undefined
    if (complete !== undefined) return complete
    const middle = start + leftOf(end - start)
    return hash(concatBytes([nodePrefix], await nodeOver(start, middle), await nodeOver(middle, end)))
  }

  /** SUBPROOF of the RFC; `isKnown`: the verifier has the root of these leaves. */
  async function prove(from: number, start: number, end: number, isKnown: boolean): Promise<Uint8Array[]> {
    if (from === end) return isKnown ? [] : [await nodeOver(start, end)]
    const middle = start + leftOf(end - start)
    if (from <= middle) return [...(await prove(from, start, middle, isKnown)), await nodeOver(middle, end)]
    return [...(await prove(from, middle, end, false)), await nodeOver(start, middle)]
  }

  const requireSize = (size: number) => {
    if (size > texts.length) throw new RangeError(`the tree has ${texts.length} leaves, not ${size}`)
  }
  return {
    size: texts.length,
    rootOf: async (size) => {
      requireSize(size)
      return nodeOver(0, size)
    },
    proveGrowth: async (from, to) => {
      requireSize(to)
      if (from > to) throw new RangeError(`a tree of ${to} leaves did not grow from ${from}`)
      return from === 0 ? [] : prove(from, 0, to, true)
    }
  }
}

/** Leaves of the left part of a tree: the largest power of two below its size. */
function leftOf(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1))
}

type TreeHead = { size: number; root: Uint8Array }

/** Whether a proof shows that the tree of `after` begins with all leaves of `before`: RFC 9162, section 2.1.4.2. */
export async function isGrowth(
  before: TreeHead,
  after: TreeHead,
  proof: readonly Uint8Array[]
): Promise<boolean> {
  if (before.size === after.size) return proof.length === 0 && isSame(before.root, after.root)
  if (before.size === 0) return proof.length === 0
  if (before.size > after.size) return false
  const isPowerOfTwo = Number.isInteger(Math.log2(before.size))
  const [first, ...rest] = isPowerOfTwo ? [before.root, ...proof] : proof
  if (first === undefined) return false
  // Positions of the last leaves, level by level.
  let [old, last] = [before.size - 1, after.size - 1]
  for (; old % 2 === 1; old = half(old)) last = half(last)
  let [oldRoot, root] = [first, first]
  for (const node of rest) {
    if (last === 0) return false
    if (old % 2 === 1 || old === last) {
      oldRoot = await sha256(concatBytes([nodePrefix], node, oldRoot))
      root = await sha256(concatBytes([nodePrefix], node, root))
      for (; old % 2 === 0 && old !== 0; old = half(old)) last = half(last)
    } else root = await sha256(concatBytes([nodePrefix], root, node))
    old = half(old)
    last = half(last)
  }
  return last === 0 && isSame(oldRoot, before.root) && isSame(root, after.root)
}

function half(position: number): number {
  return Math.floor(position / 2)
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return toHex(a) === toHex(b)
}

/** Neighbors; one without a neighbor is left out. */
function pairsOf(level: readonly Uint8Array[]): [Uint8Array, Uint8Array][] {
  return level.flatMap((left, i): [Uint8Array, Uint8Array][] => {
    const right = level[i + 1]
    return i % 2 === 0 && right !== undefined ? [[left, right]] : []
  })
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

export function concatBytes(...parts: readonly ArrayLike<number>[]): Bytes {
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
