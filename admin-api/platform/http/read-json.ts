import type { IncomingMessage } from 'node:http'
import { json, type RequestHandler } from 'express'
import { ApiError } from './errors.ts'

const jsonType = /^application\/json\s*(?:;|$)/i

const usualBytes = 16 * 1024

/** Parses a JSON body. A body of another type is refused; silently ignored it would look empty. */
export function readJson(maxBytes: number = usualBytes): RequestHandler {
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

/** @throws ApiError unsupported-media-type. */
export function requireJsonType({ headers }: IncomingMessage): void {
  if (jsonType.test(headers['content-type'] ?? '')) return
  throw new ApiError(
    'unsupported-media-type',
    'The request body must be JSON (Content-Type: application/json).'
  )
}
