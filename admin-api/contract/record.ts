import type { StockResult } from './stock.ts'

/** The pages drawn from the record of past estimates; every new figure changes both. */
export const recordPaths = ['/accuracy', '/method'] as const

/** The whole record as text; a GET without parameters. */
export const recordCsvPath = '/api/accuracy.csv'

/**
 * The columns of that file, in this order; new ones are only ever added at the end. Days are YYYY-MM-DD, instants
 * UTC, money is dollars a share; what is not known yet is left empty.
 *
 * origin: `live` was stored before the payment, `replayed` was worked out later from what was known then.
 * counts: `yes` for the last estimate frozen before an ex-date, which is the one the figures stand on.
 * as_of: the newest day the estimate knew. made_at: when it was stored.
 * ex_date: as expected when it was made; paid_ex_date: as it came.
 * low, high: the 80 % range. price: the close of price_date that the estimate stands on.
 * error_percent: 100 x (estimate - actual) / actual, held between -300 and 300.
 * accuracy_score: 1 - |actual - estimate| / actual, not below 0.
 * baseline_last_yield: what the yield of the last payment, times the price, would have said.
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
  'scored_at'
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
  /** Against the yield of the last payment times the price, where that can be said; null where it never can. */
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

/** One estimate and what came. */
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
}

export type NamedFigures = { name: string; figures: AccuracyFigures }

/** Everything told of the estimates of one origin; replayed and live are never mixed in one figure. */
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
  /** Live estimates that are stored and whose payment is still to come. */
  waiting: number
}

/** One payment as the estimate sees it: against the close two sessions before its ex-date. */
export type PricedPayment = {
  exDate: string
  amount: number
  price: number | null
  priceDate: string | null
  yieldPercent: number | null
}

/** What one rule says of the coming payment, and how it came to it. */
export type RuleSay = { rule: string; amount: number; sentence: string; isLeading: boolean }

/** The making of one current estimate, step by step; lists newest first. */
export type WorkedExample = {
  stock: StockResult
  payments: PricedPayment[]
  rules: RuleSay[]
  /** How much of the say the leading rule has. */
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
