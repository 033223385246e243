import type { Generated } from 'kysely'

/** A browser that wants notifications about funds. Nothing else about its owner is stored. */
export type PushSubscriptionTable = {
  /** Address at the push service. */
  endpoint: string
  /** Public key and secret of the browser, base64url. */
  p256dh: string
  auth: string
  /** Symbols, separated by commas. */
  funds: string
  /** 1: when a payment of these funds is announced. */
  wants_declared: number
  /** 1: the day before own-by dates. */
  wants_own_by: number
  created_at: string
  /** Consecutive messages that the push service did not accept. */
  failures: Generated<number>
}

/** An event that a subscription was notified of, or that was known before it began. */
export type PushSentTable = { endpoint: string; event: string; sent_at: string }
