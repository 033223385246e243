import type { Generated } from 'kysely'

/** Days are YYYY-MM-DD, instants are UTC ISO strings, money is dollars a share on today's share basis. */
export type Database = {
  fund: FundTable
  price: PriceTable
  dividend_history: DividendHistoryTable
  payment: PaymentView
  split: SplitTable
  estimate: EstimateTable
  estimate_record: EstimateRecordTable
  search_history: SearchHistoryTable
  publish_queue: PublishQueueTable
  meta: MetaTable
  implied_volatility: ImpliedVolatilityTable
  session: SessionTable
  admin_log: AdminLogTable
  manual_entry: ManualEntryTable
  blog_post: BlogPostTable
  blog_redirect: BlogRedirectTable
}

export type FundTable = {
  symbol: string
  name: string
  issuer: string
  family:
    | 'yieldmax-single'
    | 'yieldmax-portfolio'
    | 'graniteshares'
    | 'roundhill-weeklypay'
    | 'roundhill-other'
    | 'defiance'
  /** A Yahoo symbol; null for a portfolio. */
  underlying: string | null
  /** The operator's group for collecting data. */
  batch: string
  first_price_day: string
  note: string
  /** To this day all news of the fund has been collected; null: to the newest day of any fund. */
  known_until: string | null
}

export type PriceTable = {
  symbol: string
  date: string
  close: number
  basis: string
}

/** One row a payment, paid or expected by the operator. */
export type DividendHistoryTable = {
  symbol: string
  payment_date: string
  payment_date_basis: 'source' | 'derived'
  ex_date: string
  ex_date_basis: 'source' | 'derived'
  /** null until it is paid. */
  amount: number | null
  /** Dollars a share on that day's share basis; null where no source has it. */
  amount_as_paid: number | null
  agreement: 'yes' | 'single' | 'no'
  sources: string
  /** The rest is what the operator approved or wrote; null where nobody did. */
  collection_date: string | null
  estimated_amount: number | null
  frequency: 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'ANNUAL' | null
  /** A fraction a year. */
  implied_volatility: number | null
  price: number | null
  average_amount: number | null
  /** Of estimated_amount, 0 to 1; null until it is paid. */
  accuracy_score: number | null
}

/** The rows of dividend_history that are paid: what estimates, rankings and public pages stand on. */
export type PaymentView = Pick<
  DividendHistoryTable,
  | 'symbol'
  | 'payment_date'
  | 'payment_date_basis'
  | 'ex_date'
  | 'ex_date_basis'
  | 'amount_as_paid'
  | 'agreement'
  | 'sources'
> & { amount: number }

export type SplitTable = {
  symbol: string
  /** '' where the day is unknown; part of the key, so never null. */
  date: string
  old_shares: number
  new_shares: number
  basis: string
}

/** The current answer for a fund: an estimate (message null), or a message and nothing else. */
export type EstimateTable = {
  symbol: string
  status: 'estimated' | 'inactive' | 'not-enough-data'
  message: string | null
  as_of: string
  amount: number | null
  low: number | null
  high: number | null
  rule: string | null
  frequency: 52 | 13 | 12 | null
  next_ex_date: string | null
  next_pay_date: string | null
  /** The day the operator approved these two days; null while they follow from the fund's rhythm alone. */
  dates_confirmed_on: string | null
  price: number | null
  price_date: string | null
  latest_amount: number | null
  latest_ex_date: string | null
  average_amount: number | null
  /** Annualised, a fraction. */
  volatility: number | null
  volatility_source: 'options' | 'realised' | null
  k_factor: number | null
  weight: number | null
  /** A JSON list of sentences. */
  reasons: string | null
  /** Name of the market data behind it. */
  source_name: string
  /** Changes when anything in the fund's published history does. */
  history_digest: string
  method_version: string
  made_at: string
}

/**
 * Estimates as they were before their payment, and what became of them. A newer estimate for the same payment is
 * a row of its own; the last one frozen before the ex-date counts. Triggers forbid to rewrite a frozen figure, to
 * score a row twice and to delete a live one.
 */
export type EstimateRecordTable = {
  symbol: string
  /** As expected when the estimate was made. */
  ex_date: string
  /** `live` was stored before the payment; `replayed` was worked out later from what was known then. */
  origin: 'replayed' | 'live'
  /** The newest day the estimate knew. */
  as_of: string
  family: FundTable['family']
  made_at: string
  method_version: string
  rule: string
  amount: number
  low: number
  high: number
  /** The close of price_date; tells, too, whether shares were split since. */
  price: number
  price_date: string
  /** What the yield of the last payment, times the price, would have said; null where that has no price. */
  baseline_last_yield: number | null
  /** The rest is null until the payment is known. */
  paid_ex_date: string | null
  /** On the share basis of the estimate. */
  actual: number | null
  /** 1 - |actual - estimate| / actual, 0 to 1. */
  accuracy_score: number | null
  scored_at: string | null
}

export type SearchHistoryTable = {
  id: Generated<number>
  symbol: string
  searched_at: string
  /** IPv4 without its last octet, or the first 48 bits of IPv6. */
  ip_short: string
  user_agent: string
}

export type PublishQueueTable = {
  path: string
  /** Grows whenever the page is queued again, so that its row is not taken away while it is being written. */
  revision: number
  queued_at: string
}

export type MetaTable = {
  key: string
  value: string
}

/** What options say of a fund, as it was collected. */
export type ImpliedVolatilityTable = {
  symbol: string
  date: string
  /** A fraction a year. */
  value: number
}

export type SessionTable = {
  /** SHA-256 of the token, hexadecimal: who reads the table cannot log in with it. */
  token_hash: string
  created_at: string
  seen_at: string
  ip_short: string
  user_agent: string
}

export type AdminLogTable = {
  id: Generated<number>
  timestamp: string
  level: 'INFO' | 'WARNING' | 'ERROR'
  category: 'MANUAL_ENTRY' | 'DIVIDEND_HISTORY' | 'SYSTEM' | 'USER'
  action: 'CREATE' | 'UPDATE' | 'DELETE' | 'APPROVE' | 'BULK_OPERATION' | 'DATA_INCONSISTENCY'
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
  status: 'pending' | 'approved'
  collection_date: string
  payment_date: string | null
  ex_date: string | null
  estimated_amount: number | null
  /** Of a held-back payment. */
  amount: number | null
  price: number | null
  /** A fraction a year. */
  implied_volatility: number | null
  average_amount: number | null
  frequency: 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'ANNUAL'
  /** Why it was held back; null for an estimate. */
  reason: string | null
  created_at: string
}

export type BlogPostTable = {
  id: Generated<number>
  title: string
  slug: string
  excerpt: string
  /** HTML, made safe when it was written. */
  content: string
  reading_minutes: number
  /** SQLite has no boolean. */
  published: 0 | 1
  created_at: string
  updated_at: string
  /** When it first came out; stays through later changes. */
  published_at: string | null
  /** Its place in the archive, given once when it first comes out and never again. */
  archive_number: number | null
}

/** Addresses under which a published post once stood. */
export type BlogRedirectTable = { slug: string; post_id: number }
