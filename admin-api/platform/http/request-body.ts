import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { json, type Request, type RequestHandler, type Response, raw } from 'express'
import { ApiError } from './errors.ts'

const defaultMaxBytes = 16 * 1024

/** Parses a JSON body. Rejects any other content type, which Express would otherwise treat as an empty body. */
export function parseJson(maxBytes: number = defaultMaxBytes): RequestHandler {
  return json({ limit: maxBytes, strict: false, type: isJson })
}

const jsonType = /^application\/json\s*(?:;|$)/i

/** Whether there is a body. @throws ApiError unsupported-media-type if it isn't JSON */
export function isJson({ headers }: IncomingMessage): boolean {
  if (headers['content-length'] === '0') return false
  if (jsonType.test(headers['content-type'] ?? '')) return true
  throw new ApiError(
    'unsupported-media-type',
    'The request body must be JSON (Content-Type: application/json).'
  )
}

type RawBodyOptions = {
  maxBytes: number
  /** Accepted media types. */
  type: string[] | ((request: IncomingMessage) => boolean)
  /** Message for a body of more bytes. */
  tooLarge?: string
}

/** Reads and decompresses a body without parsing it; undefined if there is none of this type. @throws ApiError */
export async function readRawBody(
  request: Request,
  response: Response,
  { maxBytes, type, tooLarge }: RawBodyOptions
): Promise<Buffer | undefined> {
  try {
    await promisify(raw({ limit: maxBytes, type }))(request, response)
  } catch (error) {
    const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
    throw isTooLarge && tooLarge !== undefined ? new ApiError('too-large', tooLarge) : error
  }
  return request.body
}
