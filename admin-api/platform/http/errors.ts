import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { type ErrorCode, SentErrorCode, statusOfCode } from '../../contract/errors.ts'
import { findStorageFault, type StorageFault } from '../files/storage-fault.ts'
import { currentRequestId } from './request-log.ts'

/** Expected error with a message for the caller. Any other error is logged and answered as a plain 500. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  /** Stored version, if the call would have overwritten a newer one. */
  readonly current: unknown

  constructor(code: ErrorCode, message: string, retryAfterSeconds?: number, current?: unknown) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.current = current
  }
}

/** Contains the request id, by which support finds the error in the log. */
function internalMessage(): string {
  return `Something went wrong on our side. Please try again. (Reference ${currentRequestId()})`
}

/** Errors of Express and its body parser, by their `type`. */
const errorOfType: Record<string, ApiError> = {
  'entity.parse.failed': new ApiError('invalid-input', 'The request body is not valid JSON.'),
  'charset.unsupported': new ApiError('unsupported-media-type', 'The request body must be JSON in UTF-8.'),
  'encoding.unsupported': new ApiError(
    'unsupported-media-type',
    'The request body has an encoding that is not supported.'
  )
}
const errorOfFault: Record<StorageFault, ApiError> = {
  full: new ApiError(
    'insufficient-storage',
    'Nothing was saved: the disk of the server is full. Free some space, then try again.'
  ),
  'read-only': new ApiError(
    'insufficient-storage',
    'Nothing was saved: the database is read-only. Make its file and folder writable, then try again.'
  ),
  unwritable: new ApiError(
    'insufficient-storage',
    'Nothing was saved: a file of the server cannot be written. Check the limit of file sizes (ulimit -f, LimitFSIZE) and the disk, then try again.'
  ),
  away: new ApiError(
    'unavailable',
    "Our database can't be reached at the moment. Please try again in a few seconds.",
    1
  ),
  busy: new ApiError('unavailable', 'Our database is busy. Please try again in a few seconds.', 1)
}
const unreadable = new ApiError('invalid-input', 'The request could not be read.')

/** Sends an error page; false if the caller expects no page, or there is none to send. */
export type SendErrorPage = (request: Request, response: Response) => boolean

export function answerErrors(log: Logger, sendErrorPage: SendErrorPage): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const expected = toApiError(error)
    // An unreachable database is logged once elsewhere, not for each request.
    if (expected === null || expected.code === 'insufficient-storage' || findStorageFault(error) === 'busy')
      log.error({ err: error, method: request.method, path: request.path }, 'request failed')
    if (response.headersSent) return next(error)
    if (expected === null && sendErrorPage(request, response)) return
    const retryAfter = expected?.retryAfterSeconds
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter))
    response
      .status(statusOfCode[expected?.code ?? 'internal'])
      .set('Cache-Control', 'no-store')
      .json({
        message: expected?.message ?? internalMessage(),
        code: SentErrorCode.safeParse(expected?.code).data,
        current: expected?.current
      })
  }
}

export const refuseUnknownRoute: RequestHandler = (request) => {
  throw new ApiError('not-found', `There is no ${request.method} ${request.originalUrl.split('?')[0]} here.`)
}

/** Returns the error for the caller, or null for an unexpected one. */
function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (!(error instanceof Error)) return null
  const fault = findStorageFault(error)
  if (fault !== null) return errorOfFault[fault]
  const { type, status, limit } = error as Error & { type?: unknown; status?: unknown; limit?: unknown }
  if (type === 'entity.too.large' && typeof limit === 'number') return tooLarge(limit)
  const apiError = typeof type === 'string' ? errorOfType[type] : undefined
  if (apiError !== undefined) return apiError
  return typeof status === 'number' && status >= 400 && status < 500 ? unreadable : null
}

function tooLarge(limitBytes: number): ApiError {
  const megabytes = limitBytes / (1024 * 1024)
  const most = megabytes < 1 ? `${limitBytes / 1024} kB` : `${Math.floor(megabytes * 10) / 10} MB`
  return new ApiError('too-large', `The request body is too large. At most ${most} are accepted.`)
}
