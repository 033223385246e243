import type { Family } from '../contract/vocabulary.ts'

/** A day as YYYY-MM-DD, in the calendar of the New York exchange. */
export type IsoDay = string

/** One distribution; `amount` in dollars a share on today's share basis, 0 allowed. */
export type Payment = { exDate: IsoDay; payDate: IsoDay; amount: number }

/** One day's close in dollars a share on today's share basis, not adjusted for dividends. */
export type Close = { date: IsoDay; close: number }

/** Annualised volatility read from options, as a fraction (0.8 is 80 %). */
type OptionVolatility = { date: IsoDay; value: number }

/** All that is known of a fund. Both lists ascend by day, without duplicates. */
export type FundHistory = {
  symbol: string
  family: Family
  payments: readonly Payment[]
  closes: readonly Close[]
  optionVolatility?: OptionVolatility
  /** The last day of which its payments and closes are complete. Absent: they are complete to the day of the estimate. */
  knownUntil?: IsoDay
  /** Ex-dates, ascending, of payments that were collected and wait to be checked: they count nowhere, but were paid. */
  waitingDays?: readonly IsoDay[]
}

/** How often a fund pays. 52 weekly, 13 every four weeks, 12 monthly: payments a year. */
export type PaymentFrequency = 52 | 13 | 12
