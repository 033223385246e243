import type { StockResult } from './stock.ts'

/** The whole track record as CSV; a GET without parameters. */
export const recordCsvPath = '/api/accuracy.csv'

/**
 * Columns of that file, in order; new ones are only added at the end. Days are YYYY-MM-DD, instants UTC, money is dollars
 * a share; unknown values are empty.
 *
 * origin: `live` was stored before the payment, `replayed` was backtested from what was known then.
 * counts: `yes` for the last estimate frozen before the session of an ex-date opened; all figures use only these.
 * as_of: the newest day that the estimate used. made_at: when it was stored.
 * ex_date: expected ex-date. paid_ex_date: actual ex-date.
 * low, high: the 80 % range. price: the close of price_date, which the estimate used.
 * error_percent: 100 x (estimate - actual) / actual, limited to -300..300.
 * accuracy_score: 1 - |actual - estimate| / actual, at least 0.
 * baseline_last_yield: the yield of the last payment times the price.
 * corrected_on: day of the last correction, move or deletion of the payment after its score.
 * signed_on: the day's file of the signed record that has the estimate.
 * q05 to q95: further quantiles of the estimate; low is the 10 % quantile, estimate the median, high the 90 % quantile.
 * version: 1, 2, 3 ... in the order in which live estimates of the fund were frozen, one for each change of what the site
 * showed; 0 in backtested rows, and in older ones, of which each as-of day has one.
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
  'corrected_on',
  'signed_on',
  'q05',
  'q25',
  'q75',
  'q95',
  'version'
] as const

/** Accuracy of a set of estimates; all figures but `n` in percent, single errors capped at 300. */
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
  /** Comparison with the yield of the last payment times the price; null without any such estimate. */
  naive: NaiveComparison | null
}

/** Errors of the naive estimate and our own, on the same `n` payments. */
export type NaiveComparison = {
  n: number
  medianErrorPercent: number
  meanErrorPercent: number
  ownMedianErrorPercent: number
  ownMeanErrorPercent: number
  /** Share of payments where our estimate was closer, or exactly as close. */
  closerPercent: number
  equalPercent: number
}

/** Number of signed errors from `from` (inclusive) to `to` (exclusive), percent; null is open. */
export type ErrorBin = { from: number | null; to: number | null; count: number }

/** An estimate and its actual payment. */
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
  /** Day on which the payment was corrected after its score. */
  correctedOn: string | null
  /** Page that checks the estimate in the signed record; null before it is signed. */
  checkPath: string | null
}

export type NamedFigures = { name: string; figures: AccuracyFigures }

/** Figures for the estimates of one origin; backtested and live ones are never mixed. */
export type RecordSection = {
  /** First and last ex-date. */
  from: string
  to: string
  methodVersions: string[]
  overall: AccuracyFigures
  /** By calendar year of the ex-date, oldest first. */
  years: NamedFigures[]
  /** In display order; `family` is its id. */
  families: (NamedFigures & { family: string })[]
  funds: NamedFigures[]
  bins: ErrorBin[]
  /** Newest first. */
  latest: RecordEntry[]
  /** The largest errors of the last twelve months, largest first. */
  worst: RecordEntry[]
}

/** A payment as the estimator uses it: as a yield on the close two sessions before its ex-date. */
export type YieldOfPayment = {
  exDate: string
  amount: number
  price: number | null
  priceDate: string | null
  yieldPercent: number | null
}

/** A rule's forecast in dollars a share, and the sentence that explains it. */
type RuleContribution = { rule: string; amount: number; sentence: string; isLeading: boolean }

/** A current estimate step by step; lists newest first. */
export type WorkedExample = {
  stock: StockResult
  payments: YieldOfPayment[]
  rules: RuleContribution[]
  /** The leading rule's share of all weights. */
  leadingSharePercent: number
  entries: RecordEntry[]
  /** Accuracy of its backtested estimates. */
  figures: AccuracyFigures
}

export type MethodPage = {
  kind: 'method'
  asOf: string
  methodVersion: string
  example: WorkedExample | null
  /** Number of funds with an estimate, and the sentence for each fund without one. */
  estimated: number
  silent: { symbol: string; message: string }[]
}
