/*
 * Families of funds whose issuer sets payments in the same way. They are rows, so that the operator can add and change
 * them. This file imports nothing, so pages can use it without the schema library.
 */

/** How an issuer decides what a fund pays: it sets a rate, pays what options earned, or follows sibling funds. */
export const paymentSettings = ['rate', 'premium', 'siblings'] as const

/** How often a family usually pays; what a fund does is learned from its payments. */
export const familyFrequencies = ['weekly', 'twice-a-month', 'every-4-weeks', 'monthly', 'quarterly'] as const

export type Family = {
  id: string
  /** Name shown to visitors: 'YieldMax, single stock'. */
  name: string
  setting: (typeof paymentSettings)[number]
  /** Rules of the estimator that apply besides those for all funds. */
  rules: string[]
  frequency: (typeof familyFrequencies)[number]
  /** Sessions from ex-date to pay date, for a fund without payments. */
  pay_lag: number
  /** Sessions between the close that determines a payment and its ex-date. */
  price_lag: number
  /** Direction in which an ex-date moves off a closed day. */
  ex_closed: 'next' | 'previous'
  /** The same if the weekday before, on which the payment is announced, is closed. */
  announcement_closed: 'next' | 'stay'
  /** The same if the next weekday is closed, so that the pay date would slip into the next week. */
  payment_slips: 'previous' | 'stay'
  /** Whether an ex-date also moves off days on which only banks are closed. */
  skips_bank_holidays: boolean
  /** Maximum payments of a year as a share of the price, applied to weekly payments; null without a limit. */
  top_rate: number | null
  /** Sentences for visitors: how the issuer sets payments, and what moves them. */
  about: string
}
