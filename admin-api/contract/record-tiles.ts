/*
 * Files of the log of signatures for clients of C2SP tlog-tiles (c2sp.org/tlog-tiles), whose prefix is /data/record. They
 * have no extension, because the specification names them.
 */

const prefix = '/data/record'
/** The same note as checkpoint.txt, which had its name before there were tiles. */
export const tiledCheckpointPath = `${prefix}/checkpoint`

/** Hashes or entries of a full tile. */
export const tileWidth = 256
const highestLevel = 63

export type Tile = {
  /** 0: hashes of leaves; n: roots of full tiles of level n - 1; 'entries': the leaves. */
  level: number | 'entries'
  /** Place among the tiles of the level, from 0. */
  index: number
  /** 1 to 256; less than 256 for a partial tile. */
  width: number
}

/** Address of a tile: index 1234067 is x001/x234/067. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index)
  const groups = digits.padStart(3 * Math.ceil(digits.length / 3), '0').match(/\d{3}/g) ?? []
  const place = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/')
  return `${prefix}/tile/${level}/${place}${width === tileWidth ? '' : `.p/${width}`}`
}

const tileForm = /^\/data\/record\/tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/

/** The tile at this address; null for any other address, including other notations of the same numbers. */
export function parseTilePath(path: string): Tile | null {
  const [, level = '', place = '', width] = tileForm.exec(path) ?? []
  if (level === '') return null
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(place.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width)
  }
  const isInRange = tile.width >= 1 && (tile.level === 'entries' || tile.level <= highestLevel)
  return isInRange && tilePath(tile) === path ? tile : null
}

/** Whether an address without an extension is a file, and not a page. */
export function isTiledLogFile(path: string): boolean {
  return path === tiledCheckpointPath || parseTilePath(path) !== null
}
