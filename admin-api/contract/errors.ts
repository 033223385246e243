import * as z from 'zod/mini'

/** Every way a call can be refused, and the HTTP status it is answered with. */
export const statusOfCode = {
  'invalid-input': 400,
  unauthorized: 401,
  /** The password was right, and the second factor is missing or wrong. */
  'code-needed': 401,
  forbidden: 403,
  'not-found': 404,
  /** The fund is one of ours, and there is nothing to estimate from: the message says why. */
  'no-estimate': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  /** An amount that looks like a slip of the keyboard: the message asks, and `confirm_unusual` answers. */
  'unusual-amount': 422,
  /** A payment is expected on a day that is over: the message asks, and `confirm_past` answers. */
  'past-day': 422,
  'too-many-requests': 429,
  internal: 500,
  /** Where the figures come from failed, not we. */
  'source-failed': 502,
  /** The database can't be reached, or does not answer in time; `Retry-After` says when to come back. */
  unavailable: 503,
  /** The disk is full, or may only be read. */
  'insufficient-storage': 507
} as const

export type ErrorCode = keyof typeof statusOfCode

/** Refusals that the site acts on; only these carry their code beside the message. */
export const SentErrorCode = z.enum(['code-needed', 'no-estimate', 'unusual-amount', 'past-day'])

export const ErrorBody = z.object({
  message: z.string(),
  code: z.optional(SentErrorCode),
  /** What is stored, where a call would have written over it unseen. */
  current: z.optional(z.unknown())
})
