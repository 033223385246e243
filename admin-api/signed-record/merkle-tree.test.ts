import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalJson, hashText, merkleRoot } from './merkle-tree.ts'

const sha256 = (...parts: (string | Buffer)[]) =>
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
