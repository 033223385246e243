import type { PaymentFrequency } from '../../../market-days/types.ts'
import type { Family } from '../../../contract/vocabulary.ts'

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
export type EstimateExplanationTable = { symbol: string; explanation: string }

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
