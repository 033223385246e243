import { type Tile, tileWidth } from '../contract/record-tiles.ts'
import { concatBytes, growTree, type Sha256 } from './merkle-tree.ts'

/* Tiles of the log of signatures (c2sp.org/tlog-tiles): the leaves, and the nodes that every proof is computed from. */

/** Hashes or entries in all tiles of a level, full and partial. */
function countAt(level: Tile['level'], size: number): number {
  return Math.floor(size / leavesUnder(level))
}

/** Leaves under one hash of a level. */
function leavesUnder(level: Tile['level']): number {
  return level === 'entries' ? 1 : tileWidth ** level
}

function levelsOf(size: number): Tile['level'][] {
  const levels: Tile['level'][] = ['entries']
  for (let level = 0; countAt(level, size) > 0; level += 1) levels.push(level)
  return levels
}

const partialWidths = Array.from({ length: tileWidth - 1 }, (_, i) => i + 1)

/**
 * Tiles that a log of this size serves. Each size had a checkpoint, so the last tile of a level also has all smaller
 * widths, until it is full.
 */
export function listTiles(size: number): Tile[] {
  return levelsOf(size).flatMap((level) => {
    const count = countAt(level, size)
    const full = Math.floor(count / tileWidth)
    return [
      ...Array.from({ length: full }, (_, index) => ({ level, index, width: tileWidth })),
      ...partialWidths.slice(0, count % tileWidth).map((width) => ({ level, index: full, width }))
    ]
  })
}

/** Tiles that a log gets with its last leaf: one on each level that gets a hash. */
export function listAddedTiles(size: number): Tile[] {
  return levelsOf(size).flatMap((level) => {
    if (size % leavesUnder(level) !== 0) return []
    const count = countAt(level, size)
    const index = Math.ceil(count / tileWidth) - 1
    return [{ level, index, width: count - index * tileWidth }]
  })
}

/** Partial tiles that a log no longer serves, because one that it gets with its last leaf is full. */
export function listReplacedTiles(size: number): Tile[] {
  const full = listAddedTiles(size).filter(({ width }) => width === tileWidth)
  return full.flatMap((tile) => partialWidths.map((width) => ({ ...tile, width })))
}

/** Positions in the log of the leaves under a tile, the second one excluded; null if a log of this size doesn't serve it. */
export function findLeavesOf({ level, index, width }: Tile, size: number): [number, number] | null {
  const count = countAt(level, size)
  const start = index * tileWidth
  const isServed = start + width <= count && (width === tileWidth || count < start + tileWidth)
  return isServed ? [start * leavesUnder(level), (start + width) * leavesUnder(level)] : null
}

/** The longest entry, in bytes of UTF-8: its length is written in two. A signed text has about 400. */
const longestEntry = 65_535

/**
 * The bytes of a tile.
 * @param texts the leaves under it
 * @throws RangeError for a leaf that has no place in a bundle of entries
 */
export async function formatTile(
  level: Tile['level'],
  texts: readonly string[],
  hash: Sha256
): Promise<Uint8Array<ArrayBuffer>> {
  if (level === 'entries') return concatBytes(...texts.flatMap(toEntry))
  const under = leavesUnder(level)
  const parts = Array.from({ length: texts.length / under }, (_, i) =>
    texts.slice(i * under, (i + 1) * under)
  )
  const roots = parts.map(async (part) => (await growTree(part, hash)).rootOf(under))
  return concatBytes(...(await Promise.all(roots)))
}

function toEntry(text: string): Uint8Array[] {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > longestEntry)
    throw new RangeError(`an entry of the log has at most ${longestEntry} bytes, got ${bytes.length}`)
  return [Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes]
}
