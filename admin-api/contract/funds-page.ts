import type { RecordEntry } from './record.ts'
import type { FundState } from './vocabulary.ts'

export type FundSummary = {
  symbol: string
  name: string
  issuer: string
  /** Only open funds have estimates. */
  state: FundState
  /** Null without an estimate. */
  estimate: { dividend: number; frequencyLabel: string; nextExDate: string; asOf: string } | null
}

/**
 * Total return to the newest close, distributions reinvested on the pay date; in percent, two decimals. Null if the fund is
 * younger than the span, or its prices ended before it.
 */
export type FundReturns = {
  threeMonths: number | null
  twelveMonths: number | null
  sinceFirst: number | null
  /** Max drawdown since the first close, 0 or below. */
  maxDrawdown: number | null
  /** Days of the first and the newest close, the span of `sinceFirst` and `maxDrawdown`. */
  from: string | null
  to: string | null
}

/** Row of the table of all funds. */
export type FundRow = FundSummary & {
  underlying: { ticker: string; name: string } | null
  /** Why there is no estimate; null with one. */
  message: string | null
  /** Figures of the estimate: dollars a share, percent, and confidence as a fraction; null without one. */
  figures: {
    low: number
    high: number
    widthPercent: number
    yieldPercent: number
    confidence: number
  } | null
  returns: FundReturns
  /** The latest 19a notice, otherwise the latest final figure, percent; null if nothing is known. */
  returnOfCapital: { percent: number; of: string } | null
  /** Median absolute error of its backtested estimates, percent; null without any. */
  typicalErrorPercent: number | null
}

/** `funds` lists those with an estimate by symbol, then the others. */
export type FundsPage = { kind: 'funds'; asOf: string; funds: FundRow[] }

/**
 * Input for a fund's return since any day, from its page or its data file. Dollars a share on today's share basis; days are
 * YYYY-MM-DD; lists ascend by day.
 */
export type ReturnFacts = {
  closes: { date: string; close: number }[]
  payments: { exDate: string; payDate: string; amount: number; isResidual: boolean }[]
  /** `date` is null if the day is unknown. */
  splits: { date: string | null; oldShares: number; newShares: number }[]
  /** 52, 13 or 12; null without an estimate. */
  paymentsAYear: number | null
}

/** Place among all funds by total return since a day; 1 is the best. */
export type ReturnRank = { place: number; of: number }

/** `rank` is by return since the fund's first close; null if its closes end before those of other funds. */
export type ReturnsOfFund = ReturnFacts & { rank: ReturnRank | null }

/** An estimate and its payment, on today's share basis. */
export type ExpectedAndPaid = RecordEntry & { origin: 'live' | 'replayed' }
