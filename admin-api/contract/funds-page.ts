import type { FundState } from './vocabulary.ts'

export type FundSummary = {
  symbol: string
  name: string
  issuer: string
  /** Only open funds have estimates. */
  state: FundState
  /** null where there is no estimate. */
  estimate: { dividend: number; frequencyLabel: string; nextExDate: string; asOf: string } | null
}

/**
 * What a holder has gained or lost by the newest close, distributions reinvested on the pay date; in percent, two
 * decimals. null where the fund is younger than the span, and where its prices ended before it.
 */
export type FundReturns = {
  threeMonths: number | null
  twelveMonths: number | null
  sinceFirst: number | null
  /** From an earlier peak since the first close, 0 or below. */
  deepestFall: number | null
  /** The first and the newest close known, which `sinceFirst` and `deepestFall` are of. */
  from: string | null
  to: string | null
}

/** One line of the table of all funds. */
export type FundRow = FundSummary & {
  underlying: { ticker: string; name: string } | null
  /** Why there is no estimate; null where there is one. */
  message: string | null
  /** Of the estimate, null where there is none: dollars a share, percent, and confidence as a fraction. */
  figures: {
    low: number
    high: number
    widthPercent: number
    yieldPercent: number
    confidence: number
  } | null
  returns: FundReturns
  /** Median size of the errors of its replayed estimates, percent; null where it has none. */
  typicalErrorPercent: number | null
}

/** Funds with an estimate by symbol, then those without one. */
export type FundsPage = { kind: 'funds'; asOf: string; funds: FundRow[] }
