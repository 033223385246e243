/** A day as YYYY-MM-DD, in the calendar of the New York exchange. */
export type IsoDay = string

/** A distribution; `amount` in dollars a share on today's share basis, 0 allowed. */
export type Payment = { exDate: IsoDay; payDate: IsoDay; amount: number }

/** A daily close in dollars a share on today's share basis, not adjusted for dividends. */
export type Close = { date: IsoDay; close: number }

/** How an issuer moves an ex-date that falls on or near a closed day. */
export type ExDateRule = {
  /** Direction of the move when the day itself is closed. */
  exClosed: 'next' | 'previous'
  /** Direction when the weekday before, on which the payment is announced, is closed. */
  announcementClosed: 'next' | 'stay'
  /** Direction when the next weekday is closed, so that the pay date would slip into the next week. */
  paymentSlips: 'previous' | 'stay'
  /** Whether days on which only banks are closed count as closed. */
  skipsBankHolidays: boolean
}

/** For funds of unknown families. */
export const usualDates: ExDateRule = {
  exClosed: 'previous',
  announcementClosed: 'stay',
  paymentSlips: 'stay',
  skipsBankHolidays: false
}

/** How a family's issuer sets and dates payments. */
export type FamilyTraits = {
  /** Names of the estimator's rules that apply besides those for all funds. */
  rules: readonly string[]
  /** Maximum payments of a year as a share of the price, applied to weekly payments; null without a limit. */
  topRate: number | null
  /** How the issuer sets payments; absent: unknown. */
  setting?: 'rate' | 'premium' | 'siblings'
  /** Whether most of its funds pay weekly; absent: unknown. */
  paysWeekly?: boolean
  /** Sessions from ex-date to pay date, for a fund without payments. */
  payLag: number
  /** Sessions from the close that determines a payment to its ex-date; absent for two. */
  priceLag?: number
  dates: ExDateRule
}

/** Everything known about a fund. Lists ascend by day, without duplicates. */
export type FundHistory = {
  symbol: string
  family: string
  /** How the family's issuer pays. Absent: unknown, so only the rules for all funds apply. */
  traits?: FamilyTraits | undefined
  payments: readonly Payment[]
  closes: readonly Close[]
  /** Closes of the VIX, in points; only for funds whose family has a rule that uses them. */
  marketVolatility?: readonly Close[]
  /** Annualized implied volatility as a fraction (0.8 is 80 %). */
  optionVolatility?: { date: IsoDay; value: number }
  /** Last day for which payments and closes are complete. Absent: complete up to the day of the estimate. */
  knownUntil?: IsoDay
  /** Ex-dates of quarantined payments: their amounts are not used, but something was paid. */
  quarantinedDays?: readonly IsoDay[]
}

/** Payments a year: 104 twice a week, 52 weekly, 24 twice a month, 13 every four weeks, 12 monthly, 4 quarterly. */
export type PaymentFrequency = 104 | 52 | 24 | 13 | 12 | 4
