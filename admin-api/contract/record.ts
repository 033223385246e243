import type { OutlookAccuracy } from './outlook-record.ts'
import type { StockResult } from './stock.ts'

export const accuracyPath = '/accuracy'
export const methodPath = '/method'
/** How old the data is. */
export const statusPath = '/status'

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

/** A scored estimate and its payment. Money is dollars a share, on one share basis. */
export type RecordEntry = {
  symbol: string
  /** The actual ex-date. */
  exDate: string
  estimate: number
  /** The 80 % range. */
  low: number
  high: number
  /** The payment. */
  actual: number
  /** Percent of the payment, -300 to 300; above 0 is too high. */
  errorPercent: number
  isInRange: boolean
  /** Day on which the payment was corrected after its score; null if it wasn't. */
  correctedOn: string | null
  /** Page that checks the estimate in the signed record; null before it is signed. */
  checkPath: string | null
}

/** Accuracy of a set of estimates: all figures but `n` in percent, single errors capped at 300. */
export type AccuracyFigures = {
  /** Number of estimates. */
  n: number
  /** Absolute errors. */
  medianErrorPercent: number
  meanErrorPercent: number
  /** Mean of (estimate - actual) / actual; above 0 is too high. */
  biasPercent: number
  within10Percent: number
  /** Share of payments inside the 80 % range, bounds included. */
  coveragePercent: number
  /** Median of (high - low) / estimate. */
  medianWidthPercent: number
}

/** Figures of a family, fund or year; `key` is the symbol, family id or year, `name` as visitors read it. */
export type RecordLine = {
  key: string
  name: string
  figures: AccuracyFigures
  /** As SkillFigures; null without a comparison. */
  skill: number | null
}

type Interval = { low: number; high: number }

/** Scores of a set of forecasts: means of weighted interval scores relative to the payment, capped at 3 each. */
export type SkillFigures = {
  n: number
  /** 1 - score / baselineScore: 1 is perfect, 0 as good as the baseline. */
  skill: number
  /** 90 % confidence interval of the skill, by resampling weeks; null for a single week. */
  interval: Interval | null
  score: number
  baselineScore: number
  /** Shares of payments inside the central 50, 80 and 90 % ranges, in percent. */
  coverage: { inner: number; shown: number; outer: number }
}

/** `key`: symbol, family id or year; `name` as visitors read it. */
export type NamedSkill = { key: string; name: string; figures: SkillFigures }

/** How often something came true. */
export type CalibrationPoint = {
  /** The promised share, 0 to 1. */
  level: number
  /** The share of the `n` cases in which it came true, percent. */
  percent: number
  n: number
  /** 90 % interval of `percent`, by resampling weeks; null for a single week, and where it isn't calculated. */
  interval: Interval | null
}

/** Mean scores of our chances of a cut or raise and of the usual ones; 0 is perfect. */
export type ChangeFigures = {
  n: number
  brier: number
  usualBrier: number
  /** Ranked probability scores. */
  rps: number
  usualRps: number
  /** 1 - rps / usualRps */
  skill: number
}

/** Scores of the estimates of payments in a calendar year. */
export type YearVerification = {
  year: string
  /** The first and the last ex-date. */
  from: string
  to: string
  /** Payments with an estimate but without quantiles or without a baseline, which no score counts. */
  unscored: number
  overall: SkillFigures
  /** In display order. */
  families: NamedSkill[]
  funds: NamedSkill[]
  /** Shares of payments at or below each quantile. */
  calibration: CalibrationPoint[]
  /** Scores of the chances of a cut or raise; null without any. */
  changes: {
    overall: ChangeFigures
    /** Skill of each family, by its id. */
    skillOf: Readonly<Record<string, number>>
    /** Groups of similar chances, of any change. */
    reliability: CalibrationPoint[]
  } | null
}

/** How many of `n` estimates were within 10 % of the payment, and how often the amount before it was. */
export type CloseCount = { n: number; close: number; lastAmount: number }

export type CloseCounts = {
  newest: CloseCount
  /** The calendar year with the smallest share of close estimates; null if none has enough payments. */
  worst: (CloseCount & { year: string }) | null
}

/** Section of the accuracy page for the estimates of one origin. */
export type RecordSection = {
  /** The first and the last ex-date. */
  from: string
  to: string
  methodVersions: string[]
  overall: AccuracyFigures
  /** Scores of the newest calendar year; null if none of its estimates can be scored. */
  verification: YearVerification | null
  /** Calendar years of the ex-dates, newest first. */
  years: RecordLine[]
  families: RecordLine[]
  funds: RecordLine[]
  /** Count in the last twelve months; null if no payment follows another regular one. */
  close: CloseCounts | null
  /** The largest errors of the last twelve months, largest first. */
  worst: RecordEntry[]
}

/** How early the estimates of a set of payments were right; medians over the payments. */
export type AheadFigures = {
  n: number
  /** Days before the amount was known since which the estimate was within 10 %, 0 to 14. */
  daysRight: number
  /** Absolute errors in percent at numbers of days before the amount was known. */
  errors: { days: number; percent: number }[]
  /** Mean absolute errors in percent of the estimates shown on each day of the week before, Monday first. */
  weekdays: number[]
}

export type AheadSummary = {
  all: AheadFigures
  /** Families with payments. */
  families: (AheadFigures & { name: string })[]
  /** Number of payments that were declared before their ex-date. */
  declared: number
}

/** The accuracy page. */
export type AccuracyPage = {
  kind: 'accuracy'
  /** Newest day of the data. */
  asOf: string
  /** Sections of the estimates of each origin; null without scored ones. */
  backtested: RecordSection | null
  live: RecordSection | null
  /** Goals for a year, published before it begins. */
  targets: readonly SkillTarget[]
  /** Confidence shown on the cards, 0 to 1, by symbol; funds without an estimate have none. */
  confidence: Readonly<Record<string, number>>
  /** Number of live estimates whose payment is still to come. */
  waiting: number
  ahead: AheadSummary | null
  outlooks: OutlookAccuracy
}

export type SkillTarget = {
  year: string
  publishedOn: string
  /** Minimum skill of all estimates, and of each family. */
  skill: number
  familySkill: number
  /** Bounds of the share of payments inside the 80 % range, percent. */
  coverage: readonly [low: number, high: number]
}

/** A past payment of an example, dollars a share. */
type ExamplePayment = {
  exDate: string
  amount: number
  /** The close that determined it and its day; null if unknown. */
  price: number | null
  priceDate: string | null
  /** Amount in percent of that close. */
  yieldPercent: number | null
}

/** The current estimate of one fund step by step, with lists newest first. */
export type WorkedExample = {
  /** With the ex-date that the method expects: the operator may have moved the stored one. */
  stock: StockResult
  payments: ExamplePayment[]
  /** Each rule's forecast in dollars a share, and the sentence that explains it. */
  rules: { rule: string; amount: number; sentence: string; isLeading: boolean }[]
  /** The leading rule's share of all weights. */
  leadingSharePercent: number
  entries: RecordEntry[]
  /** Accuracy of all its backtested estimates. */
  figures: AccuracyFigures
}

/** The page about the method. */
export type MethodPage = {
  kind: 'method'
  asOf: string
  methodVersion: string
  /** Null while no fund has an estimate with a record. */
  example: WorkedExample | null
  /** Number of funds with an estimate. */
  estimated: number
  /** The sentence for each fund without an estimate. */
  silent: { symbol: string; message: string }[]
}
