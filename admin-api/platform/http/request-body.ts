import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { json, type Request, type RequestHandler, type Response, raw } from 'express'
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

/**
 * Reads a decompressed JSON body without parsing it.
 * @param tooLarge message for a body of more bytes
 * @throws ApiError if the body has another type or exceeds the limit
 */
export async function readJsonBytes(
  request: Request,
  response: Response,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string }
): Promise<Uint8Array> {
  requireJsonType(request)
  try {
    await promisify(raw({ limit: maxBytes, type: () => true }))(request, response)
  } catch (error) {
    const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
    throw isTooLarge ? new ApiError('too-large', tooLarge) : error
  }
  return request.body ?? new Uint8Array()
}
