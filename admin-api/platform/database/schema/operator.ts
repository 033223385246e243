import type { Generated } from 'kysely'
import type {
  EntryStatus,
  Frequency,
  LogAction,
  LogCategory,
  LogLevel,
  NoticeKind,
  QuarantineReason
} from '../../../contract/vocabulary.ts'
import type { DayBasis } from './facts.ts'

export type SessionTable = {
  /** SHA-256 of the token, hexadecimal, so that a copy of the table opens no session. */
  token_hash: string
  created_at: string
  seen_at: string
  ip_short: string
  user_agent: string
}

/** Failed logins of a caller. `tried_at` is database time in milliseconds; `wait_ms` counts from then. */
export type LoginAttemptTable = { caller: string; tries: number; tried_at: number; wait_ms: number }

export type AdminLogTable = {
  id: Generated<number>
  timestamp: string
  level: LogLevel
  category: LogCategory
  action: LogAction
  message: string
  user_id: string | null
  ip_short: string | null
  /** JSON object. */
  metadata: string | null
  symbol: string | null
  entity_id: string | null
}

/** A collected estimate of an upcoming payment, or a quarantined payment, for the operator to decide. */
export type ManualEntryTable = {
  id: Generated<number>
  symbol: string
  kind: 'estimate' | 'payment'
  status: EntryStatus
  collection_date: string
  payment_date: string | null
  /** Null if there is no day yet, and in entries older than the column. */
  payment_date_basis: DayBasis | null
  ex_date: string | null
  ex_date_basis: DayBasis | null
  /** Ex-date under which a source reported a quarantined payment; unchanged if the operator moves the payment. */
  reported_ex_date: string | null
  estimated_amount: number | null
  /** Amount of a quarantined payment. */
  amount: number | null
  price: number | null
  /** A fraction a year. */
  implied_volatility: number | null
  average_amount: number | null
  frequency: Frequency
  /** Why the payment is quarantined, or that the estimate is from stored figures, in sentences; else null. */
  reason: string | null
  /** Kind of the reason; null for an estimate. */
  doubt: QuarantineReason | null
  /** Second source that reports another amount; null if none does. */
  contradicted_by: string | null
  /** 1: the payment is stored and used, and marked because our range makes it unlikely. 0: it is quarantined. */
  is_stored: Generated<number>
  created_at: string
}

/** A change of a fund that a filing with the SEC announces; pages show it once the operator confirmed it. */
export type FundNoticeTable = {
  id: Generated<number>
  symbol: string
  kind: NoticeKind
  /** `dismissed` rows are kept, so that the same filing makes no second draft. */
  status: 'draft' | 'confirmed' | 'dismissed'
  /** The filing's own words in a draft; the operator may shorten them. */
  sentence: string
  /** Null in a draft whose filing names no day. */
  effective_on: string | null
  /** Accession number. */
  filing: string
  form: string
  filed_on: string
  url: string
}

/** Outages; a row is deleted once its end was reported. */
export type OutageTable = {
  /** For example 'market-data'. */
  subject: string
  /** Latest reason, in sentences. */
  reason: string
  began_at: string
  /** Instant at which the webhook accepted the alert; null: not reported yet. */
  alerted_at: string | null
  ended_at: string | null
}

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
  /** 1: when a change of these funds, such as a reverse split, is confirmed. */
  wants_notices: Generated<number>
  created_at: string
  /** Days in a row with failures and no accepted message. */
  failures: Generated<number>
  /** Instant of the last failure; null once a message was accepted. */
  failed_at: string | null
}

export type OperatorTables = {
  session: SessionTable
  admin_log: AdminLogTable
  manual_entry: ManualEntryTable
  fund_notice: FundNoticeTable
  outage: OutageTable
  login_try: LoginAttemptTable
  push_subscription: PushSubscriptionTable
  /** An event that a subscription was notified of, or that was known before it began. */
  push_sent: { endpoint: string; event: string; sent_at: string }
}
