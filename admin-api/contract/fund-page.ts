import type { Family } from './admin-families.ts'
import type { EstimateMove } from './estimate-moves.ts'
import type { ExpenseRatio } from './expense-ratio.ts'
import type { FundNotice } from './funds.ts'
import type { OutlookSum } from './payout-figures.ts'
import type { AccuracyFigures, CloseCounts, RecordEntry } from './record.ts'
import type { PaymentRoc, RocOfFund } from './return-of-capital.ts'
import type { DividendHistory, StockOutcome, StockResult } from './stock.ts'

/*
 * Models of the pages of funds. Days are YYYY-MM-DD; money is dollars a share on today's share basis; lists ascend by day
 * unless they say otherwise.
 */

/** Payments of a share within so many months. */
export type MonthSum = Omit<OutlookSum, 'quantiles'>

/** A fund in a list. */
export type FundSummary = {
  symbol: string
  name: string
  issuer: string
  status: StockOutcome['status']
  /** `dividend` is rounded to four decimals. Null without an estimate. */
  estimate: { dividend: number; frequencyLabel: string; nextExDate: string; asOf: string } | null
}

/** Place among `of` funds; 1 is the best. */
export type Rank = { place: number; of: number }

/** Reinvestment that a holding needed to keep its value. */
export type ReinvestmentNeeded = {
  /** Smallest share of each payment, 0 to 1; null if reinvesting all of it was not enough. */
  share: number | null
  /** Days of the first and the last close used. */
  from: string
  to: string
  /** Number of payments between them that could be reinvested. */
  payments: number
  /** Dollars paid in all, and close of the start: both per share then, with that share of payments reinvested. */
  paid: number
  cost: number
}

type DayClose = { date: string; close: number }

/** Input for a fund's return since any day, from its page or its data file. */
export type ReturnFacts = {
  closes: readonly DayClose[]
  payments: readonly { exDate: string; payDate: string; amount: number; isResidual: boolean }[]
  /** `date` is null if the day is unknown. */
  splits: readonly { date: string | null; oldShares: number; newShares: number }[]
  /** 52, 13 or 12; null without an estimate. */
  paymentsAYear: number | null
  /** Security that the fund's options are written on, without its own distributions; null if it can't be bought. */
  underlying: { ticker: string; closes: readonly DayClose[] } | null
}

/** Net assets of a fund, dollars. */
export type FundAssets = {
  day: string
  netAssets: number
  sharesOutstanding: number
  source: string
  /** Change since `from`, as a fraction: in all, and by flows, null if unknown. Null as a whole without two days. */
  change: { from: string; total: number; flows: number | null } | null
}

/** The page of a fund. */
export type FundPage = {
  kind: 'fund'
  symbol: string
  name: string
  issuer: string
  /** First day of the fund; null if unknown. */
  inception: string | null
  expenseRatio: ExpenseRatio | null
  /** Null if the fund's family has no row. */
  family: Family | null
  /** Newest day of the data. */
  asOf: string
  outcome: StockOutcome
  /** 'Weekly', 'Every 4 Weeks' or 'Monthly', from the recent history; null without one. */
  frequencyLabel: string | null
  /** Sums of the next 1, 2 ... 12 months; empty without an estimate. */
  incomePath: MonthSum[]
  history: DividendHistory
  /**
   * Payments that a person has to look at: reported ones that look odd or contradict another one, which are not used until
   * they are accepted; and stored ones (`isStored`), which are used although our range makes them unlikely.
   */
  inReview: { ex_date: string; amount: number; isStored: boolean }[]
  returns: ReturnFacts & {
    /** Rank by the return since the fund's first close; null if its closes end before those of other funds. */
    rank: Rank | null
  }
  /** Payments with their estimates, newest first. */
  expectedAndPaid: (RecordEntry & { origin: 'live' | 'replayed' })[]
  /** Address that checks the estimate of `outcome` in the signed record; null if that one isn't signed. */
  checkPath: string | null
  /** Count among the last 52 payments; null if none follows ten regular ones. */
  close: CloseCounts | null
  /** Changes of the estimate of the next payment, newest first. */
  moves: EstimateMove[]
  returnOfCapital: RocOfFund
  /** Mean miss of the issuer's past notices in percentage points; null without a year of notices and a final figure. */
  noticeErrorPoints: number | null
  /** The newest stored ones, and how they changed in the year before; null while nothing is stored. */
  assets: FundAssets | null
  /** Changes that filings announce, and those of the last three months, by day. */
  notices: (Pick<FundNotice, 'id' | 'kind' | 'sentence' | 'form' | 'filed_on' | 'url'> & {
    effective_on: string
  })[]
  /** Sources of the payments in the history, as stored, by ex-date. */
  paymentSources: Readonly<Record<string, string>>
  /** Implied volatility of the underlying, fractions a year by day; null until two days are recorded. */
  volatility: {
    underlying: string
    days: { date: string; value: number; expiry: string; source: string }[]
  } | null
  /** Thursday of the newest weekly report; null before the first. */
  newestWeek: string | null
  /** Similar funds, the most similar first, at most six. */
  related: { symbol: string; name: string }[]
}

/** Model of a fund's share image. */
export type FundPicture = {
  kind: 'fund-picture'
  symbol: string
  name: string
  outcome: StockOutcome
  /** The latest regular payments at the current frequency, oldest first. */
  payments: { exDate: string; amount: number }[]
}

/** Dollars of payments for each $1,000 at the price; the range is null if all is declared or too little known. */
export type DollarsPerThousand = { amount: number; low: number | null; high: number | null }

/** Figures of an estimate. */
type FundOutlook = {
  low: number
  high: number
  /** Width of the range in percent of the estimate. */
  widthPercent: number
  /** Percent a year. */
  yieldPercent: number
  /** 0 to 1. */
  confidence: number
  chances: StockResult['change_chances']
  /** Null without an outlook or a price. */
  yearPer1000: DollarsPerThousand | null
}

/**
 * Total returns to the newest close, distributions reinvested on the pay date, in percent with two decimals; null if the
 * fund is younger than the span, or its prices ended before it.
 */
export type FundReturns = {
  threeMonths: number | null
  twelveMonths: number | null
  sinceFirst: number | null
  maxDrawdown: number | null
  /** Over the year to the newest close. */
  reinvestmentNeeded: ReinvestmentNeeded | null
  /** Days of the first and the newest close, the span of `sinceFirst` and `maxDrawdown`. */
  from: string | null
  to: string | null
}

/** Row of the table of all funds. */
export type FundRow = FundSummary & {
  /** Why there is no estimate, else null. */
  message: string | null
  /** Null without an estimate. */
  figures: FundOutlook | null
  underlying: { ticker: string; name: string } | null
  expenseRatio: ExpenseRatio | null
  /** Newest day of all figures. */
  asOf: string
  returns: FundReturns
  /** Figure of the newest regular payment; null if unknown. */
  returnOfCapital: PaymentRoc | null
  /** Median absolute error of its backtested estimates, percent; null without any. */
  typicalErrorPercent: number | null
}

/** The table of all funds: those with an estimate by symbol, then the others. */
export type FundsPage = { kind: 'funds'; asOf: string; funds: FundRow[] }

/** Inputs of the income calculator for a fund with an estimate; `outlook` has the sum of the next 12 months, if known. */
export type IncomeFund = Pick<
  StockResult,
  'symbol' | 'dividend' | 'low' | 'payment_frequency' | 'frequency_label' | 'outlook'
> & {
  name: string
  latest_close: DayClose
  /** Null without prices of the past year. */
  pastYear: { priceChangePercent: number; reinvestedShare: ReinvestmentNeeded['share'] } | null
}

/** The income calculator, with funds by symbol. */
export type IncomePage = { kind: 'income'; asOf: string; funds: IncomeFund[] }

/** The page of a family. */
export type FamilyPage = {
  kind: 'family'
  asOf: string
  family: Pick<Family, 'id' | 'name' | 'setting' | 'frequency' | 'about'>
  funds: FundSummary[]
  /** Null without scored estimates. */
  live: AccuracyFigures | null
  backtested: AccuracyFigures | null
  /** The other families that have a page. */
  others: Pick<Family, 'id' | 'name'>[]
}
