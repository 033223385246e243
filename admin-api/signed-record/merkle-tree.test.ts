import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addLeaves,
  canonicalJson,
  countLeaves,
  growTree,
  hashText,
  isGrowth,
  type MerkleTree,
  merkleRoot,
  type Peaks,
  rootOfPeaks,
  toHex
} from './merkle-tree.ts'

const sha256 = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const leaf = (text: string) => sha256('\u0000', text)
const node = (left: Buffer, right: Buffer) => sha256('\u0001', left, right)

test('the hash of a text is SHA-256', async () => {
  // FIPS 180-4, the example 'abc'.
  expect(await hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('canonical JSON has its keys in order, no spaces, and numbers as in RFC 8785', () => {
  // The numbers are examples of RFC 8785, appendix B.
  const record = { b: 9.999999999999997e22, a: 'x"é', c: null, d: 1e21, e: 0.000001, f: -0 }
  expect(canonicalJson(record)).toBe(
    '{"a":"x\\"é","b":9.999999999999997e+22,"c":null,"d":1e+21,"e":0.000001,"f":0}'
  )
  expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError)
})

test('the root of seven leaves is that of the tree in RFC 9162, section 2.1.5', async () => {
  const records = Array.from({ length: 7 }, (_, i) => ({ i }))
  const [a, b, c, d, e, f, j] = records.map(({ i }) => leaf(`{"i":${i}}`)) as Buffer[]
  if (!a || !b || !c || !d || !e || !f || !j) throw new Error('seven leaves expected')
  const [g, h, i] = [node(a, b), node(c, d), node(e, f)]
  expect(await merkleRoot(records)).toBe(node(node(g, h), node(i, j)).toString('hex'))
})

test('the root of one leaf is its hash, and an empty list is rejected', async () => {
  expect(await merkleRoot([{ i: 0 }])).toBe(leaf('{"i":0}').toString('hex'))
  await expect(merkleRoot([])).rejects.toThrow(RangeError)
})

test('consistency proofs of seven leaves are those of RFC 9162, section 2.1.5', async () => {
  const texts = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6']
  const [a, b, c, d, e, f, j] = texts.map(leaf) as Buffer[]
  if (!a || !b || !c || !d || !e || !f || !j) throw new Error('seven leaves expected')
  const [g, h, i] = [node(a, b), node(c, d), node(e, f)]
  const [k, l] = [node(g, h), node(i, j)]
  const tree = await growTree(texts)
  const prove = async (from: number) => (await tree.proveGrowth(from, 7)).map(toHex)
  expect(await prove(3)).toEqual([c, d, g, l].map(toHex))
  expect(await prove(4)).toEqual([l].map(toHex))
  expect(await prove(6)).toEqual([i, j, k].map(toHex))
})

test('leaves added piece by piece have the root of their tree', async () => {
  const texts = Array.from({ length: 40 }, (_, i) => `leaf ${i}`)
  const tree = await growTree(texts)
  let peaks: Peaks = []
  for (const [start, end] of [
    [0, 1],
    [1, 2],
    [2, 7],
    [7, 7],
    [7, 16],
    [16, 33],
    [33, 40]
  ] as const) {
    peaks = addLeaves(peaks, texts.slice(start, end), sha256)
    expect(countLeaves(peaks)).toBe(end)
    expect(rootOfPeaks(peaks, sha256)).toBe(toHex(await tree.rootOf(end)))
  }
  expect(() => rootOfPeaks([], sha256)).toThrow(RangeError)
})

test('a tree proves its growth from every size, and nothing else', async () => {
  const texts = Array.from({ length: 11 }, (_, i) => `leaf ${i}`)
  const [tree, other] = await Promise.all([texts, texts.with(4, 'changed')].map((each) => growTree(each)))
  if (tree === undefined || other === undefined) throw new Error('two trees expected')
  const headOf = async (grown: MerkleTree, size: number) => ({ size, root: await grown.rootOf(size) })
  for (let to = 1; to <= texts.length; to++)
    for (let from = 0; from <= to; from++) {
      const [before, after] = [await headOf(tree, from), await headOf(tree, to)]
      const proof = await tree.proveGrowth(from, to)
      expect(await isGrowth(before, after, proof)).toBe(true)
      expect(await isGrowth(before, after, [...proof, leaf('more')])).toBe(false)
      if (from === 0) continue
      if (from < to) expect(await isGrowth(before, after, proof.slice(1))).toBe(false)
      if (to < 5) continue
      const forged = await headOf(other, to)
      expect(await isGrowth(before, forged, await other.proveGrowth(from, to))).toBe(from < 5)
    }
  expect(await isGrowth(await headOf(tree, 9), await headOf(tree, 8), [])).toBe(false)
  await expect(tree.rootOf(12)).rejects.toThrow(RangeError)
})
