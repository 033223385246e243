import * as z from 'zod/mini'

/** Every way a call can be refused, and the HTTP status it is told with. */
export const statusOfCode = {
  'invalid-input': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  internal: 500,
  /** Where the figures come from failed, not we. */
  'source-failed': 502
} as const

export type ErrorCode = keyof typeof statusOfCode

export const ErrorBody = z.object({ message: z.string() })
