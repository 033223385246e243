import type {
  BlogImageTable,
  BlogPostTable,
  BlogRedirectTable,
  DeletedPostTable,
  PostKeyTable
} from './schema/blog.ts'
import type { EstimateExplanationTable, EstimateRecordTable, EstimateTable } from './schema/estimates.ts'
import type {
  DeclaredPaymentTable,
  DividendHistoryTable,
  FormerSymbolTable,
  FundTable,
  GivenPaymentTable,
  ImpliedVolatilityTable,
  PaymentView,
  PriceTable,
  SplitTable,
  UnknownDayTable
} from './schema/facts.ts'
import type {
  AdminLogTable,
  LoginTryTable,
  ManualEntryTable,
  OutageTable,
  SessionTable
} from './schema/operator.ts'
import type {
  LeaseTable,
  MetaTable,
  PageChangeTable,
  SearchCountTable,
  SearchHistoryTable
} from './schema/running.ts'

/**
 * The tables by name; their rows are described by subject in `schema/`. Days are YYYY-MM-DD, instants are UTC ISO strings,
 * money is dollars a share on today's share basis.
 */
export type Database = {
  fund: FundTable
  former_symbol: FormerSymbolTable
  unknown_day: UnknownDayTable
  price: PriceTable
  dividend_history: DividendHistoryTable
  payment: PaymentView
  split: SplitTable
  implied_volatility: ImpliedVolatilityTable
  given_payment: GivenPaymentTable
  declared_payment: DeclaredPaymentTable

  estimate: EstimateTable
  estimate_explanation: EstimateExplanationTable
  estimate_record: EstimateRecordTable

  session: SessionTable
  admin_log: AdminLogTable
  manual_entry: ManualEntryTable
  outage: OutageTable
  login_try: LoginTryTable

  blog_post: BlogPostTable
  blog_redirect: BlogRedirectTable
  deleted_post: DeletedPostTable
  post_key: PostKeyTable
  blog_image: BlogImageTable

  search_history: SearchHistoryTable
  search_count: SearchCountTable
  page_change: PageChangeTable
  meta: MetaTable
  lease: LeaseTable
}
