import { json, type RequestHandler } from 'express'
import { ApiError } from './errors.ts'

const jsonType = /^application\/json\s*(?:;|$)/i

/** Parses a JSON body. A body of another type is refused; silently ignored it would look empty. */
export const readJson: RequestHandler = json({
  limit: '16kb',
  strict: false,
  type: (request) => {
    if (jsonType.test(request.headers['content-type'] ?? '')) return true
    if (request.headers['content-length'] === '0') return false
    throw new ApiError(
      'unsupported-media-type',
      'The request body must be JSON (Content-Type: application/json).'
    )
  }
})
