import * as z from 'zod/mini'

/** All error codes and their HTTP status. */
export const statusOfCode = {
  'invalid-input': 400,
  unauthorized: 401,
  /** The password is right, but the second factor is missing or wrong. */
  'code-needed': 401,
  forbidden: 403,
  'not-found': 404,
  /** The fund is covered but has no estimate; the message says why. */
  'no-estimate': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  /** An amount that may be a typing error; `confirm_unusual` confirms it. */
  'unusual-amount': 422,
  /** A payment expected on a past day; `confirm_past` confirms it. */
  'past-day': 422,
  'too-many-requests': 429,
  internal: 500,
  /** The market data source failed. */
  'source-failed': 502,
  /** The database is unreachable or too slow; `Retry-After` says when to retry. */
  unavailable: 503,
  /** The disk is full or read-only. */
  'insufficient-storage': 507
} as const

export type ErrorCode = keyof typeof statusOfCode

/** Codes that the site handles; only these are sent with the message. */
export const SentErrorCode = z.enum(['code-needed', 'no-estimate', 'unusual-amount', 'past-day'])

export const ErrorBody = z.object({
  message: z.string(),
  code: z.optional(SentErrorCode),
  /** The stored version, if the request would have overwritten a version unknown to the client. */
  current: z.optional(z.unknown())
})
