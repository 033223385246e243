import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { json, type Request, type RequestHandler } from 'express'
import { ApiError } from './errors.ts'

const defaultMaxBytes = 16 * 1024

/** Parses a JSON body. Rejects any other content type, which Express would otherwise treat as an empty body. */
export function parseJson(maxBytes: number = defaultMaxBytes): RequestHandler {
  return json({
    limit: maxBytes,
    strict: false,
    type: (request) => {
      if (request.headers['content-length'] === '0') return false
      requireJsonType(request)
      return true
    }
  })
}

const jsonType = /^application\/json\s*(?:;|$)/i

/** @throws ApiError unsupported-media-type */
function requireJsonType({ headers }: IncomingMessage): void {
  if (jsonType.test(headers['content-type'] ?? '')) return
  throw new ApiError(
    'unsupported-media-type',
    'The request body must be JSON (Content-Type: application/json).'
  )
}

/** `tooLarge` is the message for a body of more bytes. */
type SizeLimit = { maxBytes: number; tooLarge: string }

/**
 * Decompresses a JSON body into a new file that only this user may read, without parsing it.
 * @throws ApiError if the body has another type, exceeds the limit or breaks off; the caller then removes the file
 */
export async function saveJsonBody(request: Request, file: string, limit: SizeLimit): Promise<void> {
  requireJsonType(request)
  const decompressors = createDecompressors(request)
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  // Keeps the connection open for a response when the rest of the body is not wanted.
  const body = Readable.from({ [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) })
  try {
    await pipeline([body, ...decompressors, limitBytes(limit), target])
  } catch (error) {
    request.resume()
    // A file that is still being opened would appear after the caller has removed it.
    if (!target.closed) await once(target, 'close')
    throw isBrokenBody(error) ? new ApiError('invalid-input', 'The request could not be read.') : error
  }
}

const decompressorOf = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }

function createDecompressors(request: Request): Transform[] {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity') return []
  for (const [name, create] of Object.entries(decompressorOf)) if (name === encoding) return [create()]
  throw new ApiError('unsupported-media-type', 'The request body has an encoding that is not supported.')
}

function limitBytes({ maxBytes, tooLarge }: SizeLimit): Transform {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length
      if (bytes > maxBytes) done(new ApiError('too-large', tooLarge))
      else done(null, chunk)
    }
  })
}

/** Whether the body ended early or its compression is corrupt. */
function isBrokenBody(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  return (
    code === 'ECONNRESET' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    /^(?:Z_|ERR__?BROTLI|ERR_ZLIB)/.test(code)
  )
}
