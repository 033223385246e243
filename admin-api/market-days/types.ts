import type { Family } from '../contract/vocabulary.ts'

/** A day as YYYY-MM-DD, in the calendar of the New York exchange. */
export type IsoDay = string

/** A distribution; `amount` in dollars a share on today's share basis, 0 allowed. */
export type Payment = { exDate: IsoDay; payDate: IsoDay; amount: number }

/** A daily close in dollars a share on today's share basis, not adjusted for dividends. */
export type Close = { date: IsoDay; close: number }

/** Everything known about a fund. Lists ascend by day, without duplicates. */
export type FundHistory = {
  symbol: string
  family: Family
  payments: readonly Payment[]
  closes: readonly Close[]
  /** Annualized implied volatility as a fraction (0.8 is 80 %). */
  optionVolatility?: { date: IsoDay; value: number }
  /** Last day for which payments and closes are complete. Absent: complete up to the day of the estimate. */
  knownUntil?: IsoDay
  /** Ex-dates of quarantined payments: their amounts count nowhere, but something was paid. */
  quarantinedDays?: readonly IsoDay[]
}

/** Payments a year: 52 weekly, 13 every four weeks, 12 monthly. */
export type PaymentFrequency = 52 | 13 | 12
