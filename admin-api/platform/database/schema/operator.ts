import type { Generated } from 'kysely'
import type { EntryStatus, HeldFor } from '../../../payments/held-payment.ts'
import type { DayBasis } from '../../../payments/payment-row.ts'
import type { Frequency, LogAction, LogCategory, LogLevel } from '../../../contract/vocabulary.ts'

export type SessionTable = {
  /** SHA-256 of the token, hexadecimal: who reads the table cannot log in with it. */
  token_hash: string
  created_at: string
  seen_at: string
  ip_short: string
  user_agent: string
}

/** Wrong passwords of a caller; `tried_at` in milliseconds by the database's clock, `wait_ms` from then on. */
export type LoginTryTable = { caller: string; tries: number; tried_at: number; wait_ms: number }

export type AdminLogTable = {
  id: Generated<number>
  timestamp: string
  level: LogLevel
  category: LogCategory
  action: LogAction
  message: string
  user_id: string | null
  ip_short: string | null
  /** A JSON object. */
  metadata: string | null
  symbol: string | null
  entity_id: string | null
}

/** Something collected that waits for the operator: the estimate of a coming payment, or a payment that looks odd. */
export type ManualEntryTable = {
  id: Generated<number>
  symbol: string
  kind: 'estimate' | 'payment'
  status: EntryStatus
  collection_date: string
  payment_date: string | null
  /** Null where there is no day yet, and in entries older than the column. */
  payment_date_basis: DayBasis | null
  ex_date: string | null
  ex_date_basis: DayBasis | null
  /** The ex-date under which a source reported a held-back payment; stays where the operator moves it. */
  reported_ex_date: string | null
  estimated_amount: number | null
  /** Of a held-back payment. */
  amount: number | null
  price: number | null
  /** A fraction a year. */
  implied_volatility: number | null
  average_amount: number | null
  frequency: Frequency
  /** Why it was held back; null for an estimate. */
  reason: string | null
  /** What a held-back payment is in doubt for; null for an estimate. */
  doubt: HeldFor | null
  /** The second source that reports another amount; null while none does. */
  contradicted_by: string | null
  created_at: string
}

/** One row for each part that is out of order; it goes when that has ended and whoever was told knows so. */
export type OutageTable = {
  /** 'market-data', for example. */
  subject: string
  /** The latest reason, in sentences. */
  reason: string
  began_at: string
  /** When the webhook took it; null: nobody knows yet. */
  alerted_at: string | null
  ended_at: string | null
}
