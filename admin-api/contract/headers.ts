/**
 * Header of every admin request that changes something. It is no secret: pages of other origins can't send it without a
 * CORS preflight, so it protects against CSRF.
 */
export const adminMarker = { name: 'Authorization', value: 'Bearer admin-authenticated' } as const

/** A request with the same key is a repetition, and gets the answer of the first one. */
export const idempotencyKey = { header: 'Idempotency-Key', longest: 200, retentionHours: 24 } as const

/** Response header of the API: a page trusts the format of a response if the version is that of its own build. */
export const contractVersionHeader = 'X-Contract-Version'
