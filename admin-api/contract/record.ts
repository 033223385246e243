import type { StockResult } from './stock.ts'

/** The whole record as text; a GET without parameters. */
export const recordCsvPath = '/api/accuracy.csv'

/**
 * The columns of that file, in this order; new ones are only ever added at the end. Days are YYYY-MM-DD, instants
 * UTC, money is dollars a share; what is not known yet is left empty.
 *
 * origin: `live` was stored before the payment, `replayed` was worked out later from what was known then.
 * counts: `yes` for the last estimate frozen before an ex-date, which is the one the figures are made from.
 * as_of: the newest day the estimate knew. made_at: when it was stored.
 * ex_date: as expected when it was made; paid_ex_date: as it turned out.
 * low, high: the 80 % range. price: the close of price_date, from which the estimate was made.
 * error_percent: 100 x (estimate - actual) / actual, held between -300 and 300.
 * accuracy_score: 1 - |actual - estimate| / actual, not below 0.
 * baseline_last_yield: the yield of the last payment times the price.
 * corrected_on: the day on which the payment was last corrected, moved or deleted after it had been scored.
 */
export const recordCsvColumns = [
  'symbol',
  'family',
  'ex_date',
  'origin',
  'counts',
  'as_of',
  'made_at',
  'method_version',
  'rule',
  'estimate',
  'low',
  'high',
  'price',
  'price_date',
  'baseline_last_yield',
  'paid_ex_date',
  'actual',
  'error_percent',
  'accuracy_score',
  'scored_at',
  'corrected_on'
] as const

/** How good a set of estimates was; every figure but `n` in percent, single errors held at 300. */
export type AccuracyFigures = {
  n: number
  medianErrorPercent: number
  meanErrorPercent: number
  /** Mean of (estimate - actual) / actual; above 0 is too high. */
  biasPercent: number
  within10Percent: number
  /** Share of payments inside the 80 % range, bounds included. */
  coveragePercent: number
  /** Median of (high - low) / estimate. */
  medianWidthPercent: number
  /** Compared with the yield of the last payment times the price; null where there is none for any payment. */
  naive: NaiveComparison | null
}

/** Both on the same `n` payments. */
export type NaiveComparison = {
  n: number
  medianErrorPercent: number
  meanErrorPercent: number
  ownMedianErrorPercent: number
  ownMeanErrorPercent: number
  /** Shares of payments where the estimate came closer, or exactly as close. */
  closerPercent: number
  equalPercent: number
}

/** Signed errors from `from` (included) to `to` (not included), percent; null is open. */
export type ErrorBin = { from: number | null; to: number | null; count: number }

/** One estimate and the payment it was for. */
export type RecordEntry = {
  symbol: string
  exDate: string
  estimate: number
  low: number
  high: number
  actual: number
  /** Above 0 is too high. */
  errorPercent: number
  isInRange: boolean
  naiveErrorPercent: number | null
  /** The day on which the payment was corrected after it had been scored. */
  correctedOn: string | null
}

export type NamedFigures = { name: string; figures: AccuracyFigures }

/** Everything shown of the estimates of one origin; replayed and live are never mixed in one figure. */
export type RecordSection = {
  /** First and last ex-date. */
  from: string
  to: string
  methodVersions: string[]
  overall: AccuracyFigures
  /** By calendar year of the ex-date, oldest first. */
  years: NamedFigures[]
  families: NamedFigures[]
  funds: NamedFigures[]
  bins: ErrorBin[]
  /** Newest first. */
  latest: RecordEntry[]
  /** The largest errors of the last twelve months, largest first. */
  worst: RecordEntry[]
}

export type AccuracyPage = {
  kind: 'accuracy'
  asOf: string
  replayed: RecordSection | null
  live: RecordSection | null
  /** By symbol, 0 to 1: what the cards show; funds without an estimate have none. */
  confidence: Record<string, number>
  /** Live estimates that are stored and whose payment is still to come. */
  waiting: number
}

/** One payment as the estimate reads it: as a yield on the close two sessions before its ex-date. */
export type YieldOfPayment = {
  exDate: string
  amount: number
  price: number | null
  priceDate: string | null
  yieldPercent: number | null
}

/** One rule's forecast of the coming payment in dollars a share, and how it came to it. */
type RuleContribution = { rule: string; amount: number; sentence: string; isLeading: boolean }

/** How one current estimate was made, step by step; lists newest first. */
export type WorkedExample = {
  stock: StockResult
  payments: YieldOfPayment[]
  rules: RuleContribution[]
  /** The leading rule's share of all weights. */
  leadingSharePercent: number
  entries: RecordEntry[]
  /** Of its replayed estimates. */
  figures: AccuracyFigures
}

export type MethodPage = {
  kind: 'method'
  asOf: string
  methodVersion: string
  example: WorkedExample | null
  /** Funds with an estimate now, and the sentence for each that has none. */
  estimated: number
  silent: { symbol: string; message: string }[]
}
