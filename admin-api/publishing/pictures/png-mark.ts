import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A PNG begins with its signature and the chunk that says its size. */
const headBytes = 33

/** A chunk of text that says what a PNG was drawn from, so that the file tells it wherever it lies. */
export function markOf(source: string): Buffer {
  const digest = createHash('sha256').update(source).digest('hex')
  const body = Buffer.from(`tEXtSource\0${digest}`, 'latin1')
  const mark = Buffer.alloc(body.length + 8)
  mark.writeUInt32BE(body.length - 4, 0)
  body.copy(mark, 4)
  mark.writeUInt32BE(crc32(body), body.length + 4)
  return mark
}

export function withMark(png: Uint8Array, mark: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, headBytes), mark, png.subarray(headBytes)])
}

export function hasMark(png: Uint8Array, mark: Buffer): boolean {
  return mark.equals(png.subarray(headBytes, headBytes + mark.length))
}
