import type { Generated } from 'kysely'

/** Days are YYYY-MM-DD, instants are UTC ISO strings, money is dollars a share on today's share basis. */
export type Database = {
  fund: FundTable
  price: PriceTable
  dividend_history: DividendHistoryTable
  split: SplitTable
  estimate: EstimateTable
  search_history: SearchHistoryTable
  publish_queue: PublishQueueTable
  meta: MetaTable
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
}

export type PriceTable = {
  symbol: string
  date: string
  close: number
  basis: string
}

export type DividendHistoryTable = {
  symbol: string
  payment_date: string
  payment_date_basis: 'source' | 'derived'
  ex_date: string
  ex_date_basis: 'source' | 'derived'
  amount: number
  /** Dollars a share on that day's share basis; null where no source has it. */
  amount_as_paid: number | null
  agreement: 'yes' | 'single' | 'no'
  sources: string
}

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
