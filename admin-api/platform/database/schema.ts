import type { Generated } from 'kysely'
import type {
  BlogImageTable,
  BlogPostTable,
  BlogRedirectTable,
  BlogRevisionTable,
  DeletedPostTable,
  PostKeyTable
} from './schema/blog.ts'
import type {
  EstimateExplanationTable,
  EstimateRecordTable,
  EstimateTable,
  RecordLeafTable,
  RecordSignatureTable
} from './schema/estimates.ts'
import type {
  DeclaredPaymentTable,
  FamilyTable,
  FormerSymbolTable,
  FundTable,
  GivenPaymentTable,
  ImpliedVolatilityTable,
  PaymentRow,
  PaymentView,
  PriceTable,
  ReturnOfCapitalTable,
  SplitTable,
  UnderlyingCloseTable,
  UnderlyingVolatilityTable,
  UnknownDayTable
} from './schema/facts.ts'
import type {
  AdminLogTable,
  LoginAttemptTable,
  ManualEntryTable,
  OutageTable,
  PushSentTable,
  PushSubscriptionTable,
  SessionTable
} from './schema/operator.ts'

/**
 * Tables by name. Unless stated otherwise, days are YYYY-MM-DD, instants are UTC ISO strings, and money is dollars a share
 * on today's share basis.
 */
export type Database = {
  family: FamilyTable
  fund: FundTable
  former_symbol: FormerSymbolTable
  unknown_day: UnknownDayTable
  price: PriceTable
  dividend_history: PaymentRow
  payment: PaymentView
  split: SplitTable
  return_of_capital: ReturnOfCapitalTable
  implied_volatility: ImpliedVolatilityTable
  underlying_volatility: UnderlyingVolatilityTable
  underlying_close: UnderlyingCloseTable
  given_payment: GivenPaymentTable
  declared_payment: DeclaredPaymentTable

  estimate: EstimateTable
  estimate_explanation: EstimateExplanationTable
  estimate_record: EstimateRecordTable
  record_signature: RecordSignatureTable
  record_leaf: RecordLeafTable

  session: SessionTable
  admin_log: AdminLogTable
  manual_entry: ManualEntryTable
  outage: OutageTable
  login_try: LoginAttemptTable

  blog_post: BlogPostTable
  blog_redirect: BlogRedirectTable
  blog_revision: BlogRevisionTable
  deleted_post: DeletedPostTable
  post_key: PostKeyTable
  blog_image: BlogImageTable

  push_subscription: PushSubscriptionTable
  push_sent: PushSentTable

  search_history: SearchHistoryTable
  search_count: SearchCountTable
  page_change: PageChangeTable
  meta: MetaTable
  lease: LeaseTable
}

/** Change log of pages that have to be rendered again. */
type PageChangeTable = {
  /** Increases in commit order. */
  id: Generated<number>
  path: string
  queued_at: string
  /** 1: rendered before all other waiting pages. */
  goes_first: number
}

type SearchHistoryTable = {
  id: Generated<number>
  symbol: string
  searched_at: string
  /** IPv4 without its last octet, or the first 48 bits of IPv6. */
  ip_short: string
  user_agent: string
}

/** Number of searches by fund and UTC day, kept when old searches are deleted. */
export type SearchCountTable = {
  symbol: string
  day: string
  searches: number
  latest_at: string
}

type MetaTable = { key: string; value: string }

/** Leases on work that one process does at a time; `ends_at` is database time in milliseconds. */
type LeaseTable = { name: string; holder: string; ends_at: number; note: string | null }
