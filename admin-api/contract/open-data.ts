import * as z from 'zod/mini'
import { day, dayOrNull, flag, list, number, oneOf, orNull, text } from './described.ts'
import { defineEndpoint } from './endpoint.ts'
import { EstimateMove } from './estimate-moves.ts'
import { ExpenseRatio } from './expense-ratio.ts'
import { ExDateRule, OutlookSum, PathErrors, Reinvestment } from './payout-figures.ts'
import { Ticker } from './stock.ts'
import { fundStates, paymentKinds } from './vocabulary.ts'

/* Published data files. Lists ascend by day. */

export const developersPath = '/developers'
export const openApiPath = '/openapi.json'
export const fundsDataPath = '/data/funds.json'
export const fundsCsvPath = '/data/funds.csv'
export const leadTimesCsvPath = '/data/lead-times.csv'
export const daysAheadCsvPath = '/data/days-ahead.csv'
export const upcomingCsvPath = '/data/upcoming.csv'

export function dataPathOfFund(symbol: string): `/data/${string}.json` {
  return `/data/${symbol.toLowerCase()}.json`
}

/** Path of all payments of a fund as CSV. */
export function paymentsCsvPathOf(symbol: string): `/data/${string}.csv` {
  return `/data/${symbol.toLowerCase()}-payments.csv`
}

/** SPDX identifier and text of the license. */
export const dataLicense = 'CC-BY-4.0'
export const dataLicenseUrl = 'https://creativecommons.org/licenses/by/4.0/'

export const dataTerms =
  'Our own data (estimates, their record and scores, growth) are licensed under CC BY 4.0: use them for anything, also commercially, and name Doubloon as the source. Payments, prices and splits are facts from other sources. Estimates are educational, can be wrong and come without any warranty; they are no financial advice.'

/** The OpenAPI document with the server that it describes; relative where the site has no address of its own. */
export function withServer(document: object, siteUrl: string): object {
  return { ...document, servers: [{ url: siteUrl.startsWith('http://localhost') ? '/' : siteUrl }] }
}

export const dataUnits =
  "Money is US dollars a share on today's share basis, unless stated otherwise. Days are YYYY-MM-DD in New York. Estimates are rounded to 4 decimals, payments to 6, closes to 4, percentages to 2."

const dayBasis = (what: string) => oneOf(['source', 'derived'], what)

const quantiles = orNull(
  z.array(z.number()),
  'Amounts that 5, 10, 25, 50, 75, 90 and 95 of 100 outcomes should not exceed; the second is low, the fourth amount and the sixth high. Null in estimates of methods before 6'
)

const dates = {
  ex_date: day('The first day on which a buyer does not get the payment'),
  ex_date_range: orNull(
    z.object({ first: z.string(), last: z.string() }),
    'Days between which ex_date should fall in 8 of 10 cases; null while past ex-dates were exact, or it is checked or declared'
  ),
  own_by: day(
    'The last session before ex_date, or before the first day of its range: shares held at its close get the payment'
  ),
  pay_date: day('The day the money is sent'),
  dates_confirmed_on: dayOrNull(
    'The day these two days were checked; null if they are only estimated from past payments'
  )
}

const changeChances = orNull(
  z.object({ cut: z.number(), same: z.number(), raise: z.number() }),
  'Chances, 0 to 1, that the payment is more than 10 % lower than the latest one, within 10 % of it, or more than 10 % higher, from the quantiles. Null without quantiles, or after a payment of zero'
)

const FundEstimate = z
  .object({
    ...dates,
    amount: number('The next distribution we expect'),
    low: number('The range from low to high should hold 80 of 100 outcomes'),
    high: z.number(),
    quantiles,
    change_chances: changeChances,
    one_offs: orNull(z.string(), 'Sentences about past one-off payments around New Year, in their season'),
    frequency: number('Payments a year, such as 104, 52, 24, 13, 12 or 4'),
    price: number('The close that the estimate uses, with 2 decimals'),
    price_date: day('The day of that close'),
    confidence: number(
      'Share of the latest 60 estimates within 10 % of the payment, blended with that of similar funds, 0 to 1'
    )
  })
  .check(z.describe('The coming payment as of as_of'))

const ComingPayment = z.object({
  ...dates,
  state: oneOf(
    ['declared', 'estimated', 'projected'],
    'declared: announced by the issuer; estimated: the next payment; projected: a later one, at the rate that the fund pays now, from a price that every payment lowers'
  ),
  // A worker may have stored a file of a release without it.
  kind: z._default(
    oneOf(
      paymentKinds,
      'regular: of the schedule; residual: the rest of a year’s income, and special: any other one, both paid in addition'
    ),
    'regular'
  ),
  amount: orNull(z.number(), 'Null without an estimate: then only the days are known'),
  low: orNull(z.number(), 'As in estimate; null for a declared amount'),
  high: z.nullable(z.number()),
  quantiles,
  declared: orNull(
    z.object({ declared_on: z.nullable(z.string()), source: z.string(), seen_on: z.string() }),
    'Source of a declared amount, and the day it was last read there'
  )
})
/** One coming payment of a fund. Only admin-api/estimates/coming-payments.ts makes them. */
export type ComingPayment = z.infer<typeof ComingPayment>

const fundFields = {
  symbol: text('The current symbol'),
  former_symbols: list(
    z.string(),
    'Other symbols of the fund, such as former ones; files under them hold the same'
  ),
  name: z.string(),
  issuer: z.string(),
  family: text('Funds whose payments are set the same way; /family/NAME describes it'),
  underlying: orNull(
    z.object({ ticker: z.string(), name: z.string() }),
    'The asset on which the fund writes options; null for a portfolio'
  ),
  expense_ratio: z._default(orNull(ExpenseRatio, 'Null: unknown, which is not 0'), null),
  state: oneOf(
    fundStates,
    'open: not known to be closed; closed: no longer traded; retired: no longer followed by us'
  ),
  state_since: dayOrNull('For a fund that is not open: the last day with data, or the first day without'),
  as_of: day('The newest day whose facts were used'),
  estimate: orNull(FundEstimate, 'The next payment; null if there is no estimate'),
  no_estimate: orNull(z.string(), 'Why there is no estimate, in a sentence; null if there is one')
}

const fileFields = {
  source: text('Sources of prices and payments'),
  units: text('Units of figures and days'),
  license: text('License of our own data, SPDX identifier'),
  terms: text('Terms of use of the data')
}

const DataPayment = z.object({
  ex_date: z.string(),
  ex_date_basis: dayBasis('source: read in a source; derived: counted from the other day of the payment'),
  pay_date: z.string(),
  pay_date_basis: dayBasis('As ex_date_basis'),
  amount: z.number(),
  amount_as_paid: orNull(
    z.number(),
    'Dollars a share on the share basis of that day; null if no source has it'
  ),
  is_residual: flag(
    'Paid in addition to the regular payments: the rest of a year’s income, or a special payment'
  ),
  // A worker may have stored a file of a release without it.
  return_of_capital: z._default(
    orNull(
      z.object({ percent: z.number(), kind: z.enum(['final', '19a', 'carried']), of: z.string() }),
      'Percent of the payment. final: the figure of its tax year (of); 19a: the notice with this ex-date (of); carried: an estimate, the final figure of an earlier year or the median of the notices until a day (of). Null: unknown, which is not the same as income'
    ),
    null
  )
})
export type DataPayment = z.infer<typeof DataPayment>

const DataClose = z.object({
  date: z.string(),
  close: z.number(),
  basis: text(
    'stored: read as a close; reconstructed: derived from total-return closes and payments; stale: repeats the day before, because no close was reported'
  ),
  source: z.optional(text('Live source that reported it; absent if it came with a release'))
})

const DataVolatility = z.object({
  date: z.string(),
  value: number('A fraction a year, at the money'),
  expiry: text('Expiry of the options: the nearest more than 20 days away'),
  source: z.string()
})

const DataSplit = z.object({
  date: dayOrNull('The first session on the new basis; null if the day is unknown'),
  old_shares: number('So many shares became new_shares: 10 and 1 are a reverse split of ten for one'),
  new_shares: z.number(),
  is_inferred: flag(
    'Whether its ratio or day was derived from amounts and prices instead of read from a source'
  )
})

const ReturnOfCapital = z
  .object({
    notices: list(
      z.object({ ex_date: z.string(), percent: z.number(), source: z.string() }),
      '19a notices: percent of one payment; estimates of the issuer that may change'
    ),
    finals: list(
      z.object({ year: z.string(), percent: z.number(), source: z.string() }),
      'Final figures: percent of the payments of a calendar year'
    )
  })
  .check(z.describe('Return of capital as stated by the issuer; empty lists if nothing is known'))

const PastEstimate = z.object({
  ex_date: text('Ex-date of the payment it was for'),
  origin: oneOf(
    ['live', 'replayed'],
    'live: stored before the payment; replayed: calculated later from what was known then'
  ),
  as_of: text('The newest day of the data that the estimate used'),
  amount: z.number(),
  low: z.number(),
  high: z.number(),
  quantiles,
  actual: number('The amount paid'),
  error_percent: number('100 x (amount - actual) / actual, limited to -300..300; above 0 is too high'),
  in_range: flag('Whether the payment was inside the range, before any rounding')
})

export const FundData = z.object({
  ...fundFields,
  ...fileFields,
  // A worker may have stored a file of a release without this list.
  upcoming: z._default(
    list(
      ComingPayment,
      'Coming payments with ex-dates after as_of, for 18 months: the next one, declared ones, and those that follow at the frequency of the fund'
    ),
    []
  ),
  // Like upcoming, missing in files of earlier releases.
  outlook: z._default(
    list(
      OutlookSum,
      'Sums of upcoming over 3, 6 and 12 months from as_of, on the share basis of today; empty without an estimate'
    ),
    []
  ),
  path_errors: z._default(
    orNull(
      PathErrors,
      'How payments after the next one differed from what was expected of them in past weeks; null without any'
    ),
    null
  ),
  estimate_moves: z._default(list(EstimateMove, 'Changes of the next estimate and why, newest first'), []),
  payments: list(DataPayment, 'Every payment we know, including declared ones'),
  closes: list(DataClose, 'Daily closes, without distributions'),
  splits: z.array(DataSplit),
  return_of_capital: ReturnOfCapital,
  // Like upcoming, missing in files of earlier releases.
  reinvestment_needed: z._default(
    orNull(
      Reinvestment,
      'What had to be reinvested over the last year, before taxes; null without a year of closes. It describes the past'
    ),
    null
  ),
  ex_date_rule: ExDateRule,
  underlying_closes: z.optional(text('Path of the closes of the underlying; absent until there are some')),
  underlying_volatility: z.optional(
    list(
      DataVolatility,
      'Implied volatility of the underlying, recorded every few sessions; absent until there is some'
    )
  ),
  past_estimates: list(PastEstimate, 'The last estimate made before each ex-date, and the payment')
})
export type FundData = z.infer<typeof FundData>

const DataFund = z.object({
  ...fundFields,
  data: text('Path of all data of the fund'),
  payments_csv: text('Path of its payments as CSV')
})
export type DataFund = z.infer<typeof DataFund>

export const FundsData = z.object({
  as_of: day('The newest day in the data'),
  ...fileFields,
  funds: list(DataFund, 'By symbol, including funds without an estimate')
})
export type FundsData = z.infer<typeof FundsData>

export const readFundsData = defineEndpoint('public', 'GET', fundsDataPath, { output: FundsData })

/** File names are in lower case. */
export const readFundData = defineEndpoint('public', 'GET', '/data/:ticker.json', {
  input: z.object({ ticker: Ticker.check(z.toLowerCase()) }),
  output: FundData
})

/** A public endpoint or file in the list of `/developers`. */
export type PublicCall = { method: string; path: string; summary: string }
