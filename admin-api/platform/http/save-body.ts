import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Request } from 'express'
import { ApiError, tooLarge } from './errors.ts'
import { requireJsonType } from './read-json.ts'

const unpackerOf = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }

/**
 * Writes a JSON body, unpacked, into a new file that only this user may read; what is in it nobody has looked at.
 * @throws ApiError where it is of another type, larger than `maxBytes` or breaks off; the caller removes the file.
 */
export async function saveJsonBody(request: Request, file: string, maxBytes: number): Promise<void> {
  requireJsonType(request)
  const unpackers = unpack(request)
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  // The caller still gets an answer when the rest of the body is not wanted.
  const body = Readable.from({ [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) })
  try {
    await pipeline([body, ...unpackers, refuseAfter(maxBytes), target])
  } catch (error) {
    request.resume()
    // A file that is still being opened would appear after the caller has removed it.
    if (!target.closed) await once(target, 'close')
    throw isBrokenBody(error) ? new ApiError('invalid-input', 'The request could not be read.') : error
  }
}

function unpack(request: Request): Transform[] {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity') return []
  for (const [name, create] of Object.entries(unpackerOf)) if (name === encoding) return [create()]
  throw new ApiError('unsupported-media-type', 'The request body has an encoding that is not supported.')
}

function refuseAfter(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length
      if (bytes > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    }
  })
}

/** Cut off on the way, or not packed as it says. */
function isBrokenBody(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  return (
    code === 'ECONNRESET' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    /^(?:Z_|ERR__?BROTLI|ERR_ZLIB)/.test(code)
  )
}
