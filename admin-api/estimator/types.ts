import type { IsoDay, PaymentFrequency } from '../market-days/types.ts'

/** An estimate of the next distribution, made only from what was known at the close of `asOf`. */
export type Estimate = {
  status: 'estimated'
  symbol: string
  asOf: IsoDay
  /** Dollars a share, today's basis. low <= amount <= high; low..high should hold 80 % of outcomes. */
  amount: number
  low: number
  high: number
  /** The rule with the largest weight in `amount`, e.g. 'last-yield'. */
  rule: string
  frequency: PaymentFrequency
  nextExDate: IsoDay
  nextPayDate: IsoDay
  price: number
  priceDate: IsoDay
  latestAmount: number
  latestExDate: IsoDay
  /** Plain mean of the last three amounts, dollars a share. */
  averageAmount: number
  /** Annualised, a fraction. */
  volatility: number
  volatilitySource: 'options' | 'realised'
  /** Market Pulse Index, 0.3 to 5. */
  kFactor: number
  /** Confidence, 0 to 1: shrunk share of past estimates within 10 % of the payment. */
  weight: number
  /** Why this number, in plain words built from the figures used; four to seven sentences. */
  reasons: string[]
}

/** No estimate, and the sentence that says why. */
export type NoEstimate = {
  status: 'inactive' | 'not-enough-data'
  symbol: string
  asOf: IsoDay
  message: string
}

export type EstimateResult = Estimate | NoEstimate

/** What would have been estimated for a past payment, beside what was paid; dollars a share, unrounded. */
export type ReplayedPayment = {
  symbol: string
  exDate: IsoDay
  estimate: number
  /** The 80 % range. */
  low: number
  high: number
  actual: number
  /** The rule with the largest weight in the estimate. */
  rule: string
}

/** How one current estimate was made, step by step. */
export type Explanation = {
  symbol: string
  /** The ex-date that the method expects. */
  exDate: IsoDay
  /** The day of the newest fact the estimate uses. */
  cutoff: IsoDay
  /** Dollars a share, four decimals, as in the estimate. */
  amount: number
  /** The fund's latest six payments as the rules read them, oldest first. */
  payments: PricedPayment[]
  /** The leading rule first, then by how close each came to the estimate. */
  contributions: RuleContribution[]
  /** The leading rule's share of all weights, 0 to 1. */
  leadingShare: number
}

/** A payment beside its close two sessions before the ex-date; without one there is no yield. */
export type PricedPayment = {
  exDate: IsoDay
  /** Dollars a share, as `price`. */
  amount: number
  price: number | null
  priceDate: IsoDay | null
}

/** One rule's forecast of the coming payment in dollars a share, four decimals, and how it came to it. */
export type RuleContribution = { rule: string; amount: number; sentence: string; isLeading: boolean }
