/** A call that carries the same key again is the same call, and answered as it was the first time. */
export const idempotencyKey = { header: 'Idempotency-Key', longest: 200, keptHours: 24 } as const
