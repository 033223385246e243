/** A day as YYYY-MM-DD, in the calendar of the New York exchange. */
export type IsoDay = string

/** Funds whose issuer sets distributions the same way; estimates and their errors are pooled within one. */
export type Family =
  | 'yieldmax-single'
  | 'yieldmax-portfolio'
  | 'graniteshares'
  | 'roundhill-weeklypay'
  | 'roundhill-other'
  | 'defiance'

/** One distribution; `amount` in dollars a share on today's share basis, 0 allowed. */
export type Payment = { exDate: IsoDay; payDate: IsoDay; amount: number }

/** One day's close in dollars a share on today's share basis, not adjusted for dividends. */
export type Close = { date: IsoDay; close: number }

/** Annualised volatility read from options, as a fraction (0.8 is 80 %). */
export type OptionVolatility = { date: IsoDay; value: number }

/** All that is known of a fund. Both lists ascend by day, without duplicates. */
export type FundHistory = {
  symbol: string
  family: Family
  payments: readonly Payment[]
  closes: readonly Close[]
  optionVolatility?: OptionVolatility
  /** To this day all is known of the fund; later it may have paid without our knowing. Absent: to the day of asking. */
  knownUntil?: IsoDay
}

/** How often a fund pays. 52 weekly, 13 every four weeks, 12 monthly: payments a year. */
export type PaymentFrequency = 52 | 13 | 12

/** An estimate of the next distribution, made only from what was known at the close of `asOf`. */
export type Estimate = {
  status: 'estimated'
  symbol: string
  asOf: IsoDay
  /** Dollars a share, today's basis. low <= amount <= high; low..high should hold 80 % of outcomes. */
  amount: number
  low: number
  high: number
  /** The rule with most say in `amount`, e.g. 'last-yield'. */
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
