import { createHash, hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isTiledLogFile, parseTilePath, tilePath } from '../contract/record-tiles.ts'
import { findLeavesOf, formatTile, listAddedTiles, listReplacedTiles, listTiles } from './log-tiles.ts'

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer')

test('a tree of 70,000 has the tiles of the example in the specification, and the smaller widths of partial ones', () => {
  const tiles = listTiles(70_000)
  const widthsAt = (level: number | 'entries') => {
    const own = tiles.filter((tile) => tile.level === level)
    const partial = own.filter(({ width }) => width < 256)
    return [own.length - partial.length, partial.length, partial.at(-1)?.width]
  }
  // '273 full level 0 tiles, one partial level 0 tile of width 112, one full level 1 tile, one partial level 1 tile of
  // width 17, and one partial level 2 tile of width 1'
  expect([0, 1, 2, 3].map((level) => widthsAt(level))).toEqual([
    [273, 112, 112],
    [1, 17, 17],
    [0, 1, 1],
    [0, 0, undefined]
  ])
  expect(widthsAt('entries')).toEqual(widthsAt(0))
  // 'a tree of size 256 will be represented by a full level 0 tile and a partial level 1 tile of width 1'
  expect(listTiles(256).map(tilePath)).toEqual([
    '/data/record/tile/entries/000',
    '/data/record/tile/0/000',
    '/data/record/tile/1/000.p/1'
  ])
  expect(listTiles(0)).toEqual([])
})

test('the tiles that each leaf adds and replaces lead to those of the whole log', () => {
  const served = new Set<string>()
  for (let size = 1; size <= 1100; size += 1) {
    for (const tile of listAddedTiles(size)) served.add(tilePath(tile))
    for (const tile of listReplacedTiles(size)) {
      expect(findLeavesOf(tile, size)).toBeNull()
      served.delete(tilePath(tile))
    }
    if (size % 50 === 0 || size % 256 < 3)
      expect([...served].sort(), String(size)).toEqual(listTiles(size).map(tilePath).sort())
  }
})

test.each([
  ['/data/record/tile/0/000', { level: 0, index: 0, width: 256 }],
  // The example of the specification.
  ['/data/record/tile/3/x001/x234/067', { level: 3, index: 1_234_067, width: 256 }],
  ['/data/record/tile/entries/x001/000.p/17', { level: 'entries' as const, index: 1000, width: 17 }]
])('%s is the address of a tile', (path, tile) => {
  expect(tilePath(tile)).toBe(path)
  expect(parseTilePath(path)).toEqual(tile)
})

test.each([
  '/data/record/tile/0/000.p/256',
  '/data/record/tile/0/000.p/0',
  '/data/record/tile/0/000.p/05',
  '/data/record/tile/00/000',
  '/data/record/tile/64/000',
  '/data/record/tile/0/x000/001',
  '/data/record/tile/0/1',
  '/data/record/tile/0/001/234',
  '/data/record/tile/0/../../checkpoint',
  '/data/record/tile/0/000.br',
  '/data/record/checkpoint/'
])('%s is no file of the log', (path) => {
  expect(isTiledLogFile(path)).toBe(false)
})

test('a hash of level 1 is the root of a full tile, and an entry has its length before it', async () => {
  const texts = Array.from({ length: 512 }, (_, i) => `leaf ${i} é`)
  const leaves = Buffer.from(await formatTile(0, texts.slice(256), sha256))
  expect(leaves.length).toBe(8192)
  let nodes = Array.from({ length: 256 }, (_, i) => leaves.subarray(32 * i, 32 * i + 32))
  while (nodes.length > 1)
    nodes = Array.from({ length: nodes.length / 2 }, (_, i) =>
      createHash('sha256')
        .update('\u0001')
        .update(nodes[2 * i] ?? '')
        .update(nodes[2 * i + 1] ?? '')
        .digest()
    )
  expect(Buffer.from(await formatTile(1, texts, sha256)).subarray(32)).toEqual(nodes[0])
  const bundle = Buffer.from(await formatTile('entries', texts.slice(0, 2), sha256))
  expect(bundle.toString()).toBe('\u0000\u0009leaf 0 é\u0000\u0009leaf 1 é')
  await expect(formatTile('entries', ['x'.repeat(65_536)], sha256)).rejects.toThrow(RangeError)
})
