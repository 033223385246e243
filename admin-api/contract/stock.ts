import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { OutlookSum } from './payout-figures.ts'
import { symbolRule } from './symbol-rule.ts'
import type { MissingEstimate } from './vocabulary.ts'

/** A ticker of 1 to 5 letters, converted to upper case. The message names the first broken rule. */
export const Ticker = z
  .string({ error: symbolRule.empty })
  .check(
    z.minLength(1, { error: symbolRule.empty, abort: true }),
    z.maxLength(symbolRule.maxLength, { error: symbolRule.tooLong, abort: true }),
    z.regex(/^[A-Za-z]+$/, symbolRule.notLetters),
    z.toUpperCase()
  )

/** Message (404) for a valid symbol of a fund that we don't cover. */
export function unsupportedMessage(symbol: string): string {
  return `Unsupported ETF: ${symbol} is not supported yet. We support YieldMax, Roundhill, Defiance and GraniteShares YieldBOOST ETFs, and those of JPMorgan, NEOS, Global X, Goldman Sachs and others listed under Funds.`
}

/** Days are YYYY-MM-DD; money is dollars a share on today's share basis. */
export const StockResult = z.object({
  symbol: z.string(),
  etf_name: z.string(),
  issuer: z.string(),
  /** The predicted next distribution, and the range that should hold 80 of 100 outcomes. */
  dividend: z.number(),
  low: z.number(),
  high: z.number(),
  /** Amounts that 5, 10, 25, 50, 75, 90 and 95 of 100 outcomes should not exceed; null until estimated by method 6. */
  quantiles: z.nullable(z.array(z.number())),
  /** Chances, 0 to 1, that the payment is more than 10 % lower than the latest, within 10 % of it, or more than 10 % higher. */
  change_chances: z._default(
    z.nullable(z.object({ cut: z.number(), same: z.number(), raise: z.number() })),
    null
  ),
  /** Sentences about past one-off payments around New Year, in their season. */
  one_offs: z.nullable(z.string()),
  latest_dividend: z.number(),
  latest_ex_date: z.string(),
  /** Mean of the last three payments. */
  average_dividend: z.number(),
  /** Percent a year: dividend x payment_frequency / price x 100. */
  annualized_yield: z.number(),
  /** Percent a year, implied by options or realized in past prices. */
  implied_volatility: z.number(),
  implied_volatility_source: z.enum(['options', 'realised']),
  /** The close that the estimate is based on. */
  price: z.number(),
  price_date: z.string(),
  /** The newest close, in search results and on fund pages; the price of the estimate may be an earlier one. */
  latest_close: z.optional(z.object({ date: z.string(), close: z.number() })),
  /** Sums of coming payments over 3, 6 and 12 months; empty in lists of funds, and in results stored before this field existed. */
  outlook: z._default(z.array(OutlookSum), []),
  /** Market Pulse Index, 0.3 to 5. */
  k_factor: z.number(),
  /** Confidence, 0 to 1. */
  weight: z.number(),
  /** Payments a year, such as 104, 52, 24, 13, 12 or 4. */
  payment_frequency: z.number(),
  frequency_label: z.string(),
  next_ex_date: z.string(),
  next_pay_date: z.string(),
  /** Days between which the ex-date should fall in 8 of 10 cases; null if past ones were exact or it is confirmed. */
  ex_date_range: z._default(z.nullable(z.object({ first: z.string(), last: z.string() })), null),
  /** The last session before that ex-date, or before the first day of its range; null in results that a browser stored before this field existed. */
  own_by: z._default(z.nullable(z.string()), null),
  /** The own-by date of the payment after it; null in results stored before this field existed. */
  following_own_by: z._default(z.nullable(z.string()), null),
  /** Day on which the operator confirmed these two days; null while they only follow from the fund's schedule. */
  dates_confirmed_on: z._default(z.nullable(z.string()), null),
  /**
   * The issuer's announcement of this payment, read in `source` on `seen_on`; the two days above are then the announced
   * ones, unless the operator confirmed others. Null before an announcement.
   */
  declared: z._default(
    z.nullable(
      z.object({
        amount: z.number(),
        declared_on: z.nullable(z.string()),
        source: z.string(),
        seen_on: z.string()
      })
    ),
    null
  ),
  /** The newest day that the estimate uses. */
  as_of: z.string(),
  reasons: z.array(z.string()),
  data_source: z.string(),
  /** The requested symbol, if the fund is listed here under another one. */
  renamed_from: z._default(z.nullable(z.string()), null)
})
export type StockResult = z.infer<typeof StockResult>

/** A fund's current estimate, or the sentence that says why there is none. */
export type StockOutcome =
  | { status: 'estimated'; stock: StockResult }
  | { status: MissingEstimate; message: string }

export const searchStock = defineEndpoint('public', 'POST', '/api/stock/search', {
  input: z.object({ symbol: Ticker }),
  output: StockResult
})

export const PaymentItem = z.object({
  /** dd/mm/yyyy */
  payment_date: z.string(),
  ex_date: z.string(),
  amount: z.number(),
  /** Dollars a share on that day's share basis; null if no source has it. */
  amount_as_paid: z.nullable(z.number()),
  /** Frequency at that time: such as 'Weekly' or 'Every 4 Weeks'. */
  frequency_label: z.string(),
  /** Paid in addition to the regular payments: the rest of a year's income, or a special payment. */
  is_residual: z.boolean(),
  kind: z.literal('paid')
})
export type PaymentItem = z.infer<typeof PaymentItem>

/** Newest first, 24 months back from the newest payment; the average is of the latest 18. */
export const DividendHistory = z.object({
  dividend_history: z.array(PaymentItem),
  statistics: z.object({ average: z.number() })
})
export type DividendHistory = z.infer<typeof DividendHistory>

export const readDividendHistory = defineEndpoint('public', 'POST', '/api/stock/dividend-history', {
  input: z.object({ symbol: Ticker }),
  output: DividendHistory
})
