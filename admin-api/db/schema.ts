import type { Generated } from 'kysely'
import type { EntryStatus, HeldFor } from '../domain/payments/held-payment.ts'
import type { DayBasis, PaymentRow } from '../domain/payments/payment-row.ts'
import type { PaymentFrequency } from '../domain/types.ts'
import type {
  Family,
  Frequency,
  FundState,
  LogAction,
  LogCategory,
  LogLevel,
  StateCause
} from '../domain/vocabulary.ts'

/** Days are YYYY-MM-DD, instants are UTC ISO strings, money is dollars a share on today's share basis. */
export type Database = {
  fund: FundTable
  former_symbol: FormerSymbolTable
  unknown_day: UnknownDayTable
  price: PriceTable
  dividend_history: DividendHistoryTable
  payment: PaymentView
  split: SplitTable
  estimate: EstimateTable
  estimate_explanation: EstimateExplanationTable
  estimate_record: EstimateRecordTable
  search_history: SearchHistoryTable
  search_count: SearchCountTable
  page_change: PageChangeTable
  meta: MetaTable
  implied_volatility: ImpliedVolatilityTable
  session: SessionTable
  admin_log: AdminLogTable
  manual_entry: ManualEntryTable
  blog_post: BlogPostTable
  blog_redirect: BlogRedirectTable
  deleted_post: DeletedPostTable
  post_key: PostKeyTable
  blog_image: BlogImageTable
  outage: OutageTable
  given_payment: GivenPaymentTable
  declared_payment: DeclaredPaymentTable
  lease: LeaseTable
  login_try: LoginTryTable
}

export type FundTable = {
  symbol: string
  name: string
  issuer: string
  family: Family
  /** A Yahoo symbol; null for a portfolio. */
  underlying: string | null
  /** The operator's group for collecting data. */
  batch: string
  first_price_day: string
  note: string
  /** To this day all news of the fund has been collected; null: to the newest day of any fund. */
  known_until: string | null
  /** When its option chain was last asked for; null: never. */
  options_asked_at: string | null
  /** Only open funds are collected and estimated. */
  state: Generated<FundState>
  /** A closed fund: the last day of which something is known, or the first on which the source did not know it. */
  state_since: string | null
  /** Null for a fund that was never anything but open; an open one of the operator was reopened by him. */
  state_cause: StateCause | null
  /** The day from which a collection asks once more whether a closed fund lives; null where it does not. */
  ask_again_on: string | null
  /** Who wrote the group and the name, and who added the fund; the facts of a release leave the operator's alone. */
  batch_by: Generated<WrittenBy>
  name_by: Generated<WrittenBy>
  added_by: Generated<WrittenBy>
}

type WrittenBy = 'data' | 'operator'

/** Symbols that funds once had: their addresses lead on, and facts under them belong to the present symbol. */
type FormerSymbolTable = { symbol: string; present: string; renamed_on: string }

/** Days in New York on which the source knew others but not this fund; gone with its next answer. */
type UnknownDayTable = { symbol: string; day: string }

export type PriceTable = {
  symbol: string
  date: string
  close: number
  basis: string
}

/** One row a payment, paid or expected by the operator. */
export type DividendHistoryTable = PaymentRow

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
  status: 'estimated' | 'inactive' | 'not-enough-data' | 'closed' | 'retired'
  message: string | null
  as_of: string
  amount: number | null
  low: number | null
  high: number | null
  rule: string | null
  frequency: PaymentFrequency | null
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
  /** JSON of the `DeclaredPayment` that is the one estimated; the two days above are its then, unless the operator approved others. */
  declared: string | null
  /** Name of the market data behind it. */
  source_name: string
  /** Changes when anything in the fund's published history does. */
  history_digest: string
  method_version: string
  made_at: string
}

/** How a current estimate came about: JSON of the estimator's `Explanation`. */
type EstimateExplanationTable = { symbol: string; explanation: string }

/**
 * Estimates as they were before their payment, and what became of them. A newer estimate for the same payment is
 * a row of its own; the last one frozen before the ex-date counts. Triggers forbid to rewrite a frozen figure, to
 * score a row twice unless its payment was corrected, and to delete a live one.
 */
export type EstimateRecordTable = {
  symbol: string
  /** As expected when the estimate was made. */
  ex_date: string
  /** `live` was stored before the payment; `replayed` was worked out later from what was known then. */
  origin: 'replayed' | 'live'
  /** The newest day the estimate knew. */
  as_of: string
  family: Family
  made_at: string
  method_version: string
  rule: string
  amount: number
  low: number
  high: number
  /** The close of price_date; shows, too, whether shares were split since. */
  price: number
  price_date: string
  /** What the yield of the last payment, times the price, would have said; null where that has no price. */
  baseline_last_yield: number | null
  /** The rest is null until the payment is known. */
  paid_ex_date: string | null
  /** On the share basis of the estimate. */
  actual: number | null
  /** The payment it was scored by as the history holds it: on today's share basis, which splits move. */
  paid_amount: number | null
  /** 1 - |actual - estimate| / actual, 0 to 1. */
  accuracy_score: number | null
  scored_at: string | null
  /** The day (New York) on which it was last scored anew, because its payment was corrected, moved or deleted. */
  corrected_on: string | null
}

type SearchHistoryTable = {
  id: Generated<number>
  symbol: string
  searched_at: string
  /** IPv4 without its last octet, or the first 48 bits of IPv6. */
  ip_short: string
  user_agent: string
}

/** Searches by fund and UTC day: what rankings are read from, and what stays when the searches themselves go. */
export type SearchCountTable = {
  symbol: string
  day: string
  searches: number
  latest_at: string
}

type PageChangeTable = {
  /** In the order of commits. */
  id: Generated<number>
  path: string
  queued_at: string
  /** 1: ahead of all that waits. */
  goes_first: number
}

type MetaTable = {
  key: string
  value: string
}

/** What options say of a fund, as it was collected. */
type ImpliedVolatilityTable = {
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
/** A post as it was when it was deleted; nobody else has its id or its number in the archive meanwhile. */
export type DeletedPostTable = Omit<BlogPostTable, 'id'> & { id: number; deleted_at: string }

/** `body_hash` is that of all that was sent with the key. */
type PostKeyTable = { key: string; post_id: number; body_hash: string; used_at: string }

/** A picture that was uploaded for posts. Each node serves it from a file that it wrote from the row. */
type BlogImageTable = {
  /** Follows from the bytes: so many of the hexadecimal digits of their SHA-256, and `.webp`. */
  name: string
  /** The instant of the latest upload. */
  uploaded_at: string
  bytes: Buffer
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

/** A payment as data/ had it when the database was given it. */
type GivenPaymentTable = { symbol: string; ex_date: string; amount: number }

/** What an issuer announced, as a second source has it; gone when the payment is stored. */
export type DeclaredPaymentTable = {
  symbol: string
  ex_date: string
  /** Null where it is not reported. */
  payment_date: string | null
  amount: number
  declared_on: string | null
  source_name: string
  /** The day (New York) on which the source was last read. */
  seen_on: string
}

type BlogRedirectTable = { slug: string; post_id: number }

/** What only one process may do at a time: who does it, and until when, in milliseconds by the database's clock. */
type LeaseTable = { name: string; holder: string; ends_at: number; note: string | null }

/** Wrong passwords of a caller; `tried_at` in milliseconds by the database's clock, `wait_ms` from then on. */
export type LoginTryTable = { caller: string; tries: number; tried_at: number; wait_ms: number }
