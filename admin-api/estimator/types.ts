import type { DayRange } from '../market-days/ex-date-range.ts'
import type { IsoDay, PaymentFrequency } from '../market-days/types.ts'

/** An estimate of the next distribution, made only from what was known at the close of `asOf`. */
export type Estimate = {
  status: 'estimated'
  symbol: string
  asOf: IsoDay
  /** Dollars a share on today's basis; low <= amount <= high. The range should contain 80 % of outcomes. */
  amount: number
  low: number
  high: number
  /** Quantiles of the payment at quantileLevels, ascending; amount, low and high are three of them. */
  quantiles: readonly number[]
  /** The rule with the largest weight in `amount`, e.g. 'last-yield'. */
  rule: string
  frequency: PaymentFrequency
  nextExDate: IsoDay
  nextPayDate: IsoDay
  /** Days between which nextExDate should lie in 8 of 10 cases; null where past ones were exact. */
  exDateRange: DayRange | null
  price: number
  priceDate: IsoDay
  latestAmount: number
  latestExDate: IsoDay
  /** Mean of the last three amounts, dollars a share. */
  averageAmount: number
  /** Annualized, a fraction. */
  volatility: number
  volatilitySource: 'options' | 'realised'
  /** Market Pulse Index, 0.3 to 5; see marketPulse. */
  kFactor: number
  /** Confidence, 0 to 1; see confidenceOf. */
  weight: number
  /** Past one-off payments around New Year, in their season; null otherwise. */
  oneOffs: string | null
  /** Why this amount: three to seven sentences built from the figures used. */
  reasons: string[]
}

/** The sentence that says why there is no estimate. */
export type NoEstimate = {
  status: 'inactive' | 'not-enough-data'
  symbol: string
  asOf: IsoDay
  message: string
}

export type EstimateResult = Estimate | NoEstimate

/** The estimate that would have been made for a past payment, and the actual amount; dollars a share, unrounded. */
export type BacktestedPayment = {
  symbol: string
  exDate: IsoDay
  estimate: number
  /** The 80 % range. */
  low: number
  high: number
  /** At quantileLevels, ascending; estimate, low and high are three of them. */
  quantiles: readonly number[]
  actual: number
  /** The rule with the largest weight in the estimate. */
  rule: string
}

/** How one current estimate was made, step by step. */
export type Explanation = {
  symbol: string
  /** Expected ex-date. */
  exDate: IsoDay
  /** Day of the newest fact used. */
  cutoff: IsoDay
  /** Dollars a share, four decimals, as in the estimate. */
  amount: number
  /** The fund's latest six payments as the rules see them, oldest first. */
  payments: PricedPayment[]
  /** The leading rule first, then by distance from the estimate. */
  contributions: RuleContribution[]
  /** The leading rule's share of all weights, 0 to 1. */
  leadingShare: number
}

/** A payment and its close two sessions before the ex-date; null if there is none. */
export type PricedPayment = {
  exDate: IsoDay
  /** Dollars a share, as `price`. */
  amount: number
  price: number | null
  priceDate: IsoDay | null
}

/** A rule's forecast in dollars a share, four decimals, and the sentence that explains it. */
export type RuleContribution = { rule: string; amount: number; sentence: string; isLeading: boolean }
