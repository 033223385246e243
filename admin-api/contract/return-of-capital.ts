/* Return of capital: the part of a payment that gives back the holder's own money. It isn't taxed when paid and lowers the cost basis. */

export const returnOfCapitalPath = '/return-of-capital'
export const returnOfCapitalCsvPath = '/data/return-of-capital.csv'

/** Return of capital of one payment by the issuer's 19a notice, an estimate that may change, in percent. */
type RocNotice = { ex_date: string; percent: number; source: string }
/** Final return of capital of a year, in percent of its payments. */
type RocFinal = { year: string; percent: number; source: string }

/**
 * Return of capital of one payment, in percent. `kind`: the final figure of its tax year, the 19a notice sent with it,
 * or, carried over as an estimate, the final figure of an earlier year or else the median of the latest notices. `of`:
 * year of the final figure, or ex-date of the (latest) notice.
 */
export type PaymentRoc = { kind: 'final' | '19a' | 'carried'; percent: number; of: string; source: string }

/** The notices of a year whose final figure is known, next to it, in percent; all notices have equal weight. */
export type NoticeRecord = {
  symbol: string
  issuer: string
  year: string
  finalPercent: number
  /** Number of notices, and their mean. */
  notices: number
  noticePercent: number
  /** Mean absolute difference between a notice and the final figure, percentage points. */
  errorPoints: number
}

/** Return of capital of a fund. */
export type RocFundRow = {
  symbol: string
  issuer: string
  /** Figure of the newest payment; null if unknown. */
  newest: PaymentRoc | null
  /** Number of payments of the year by kind of figure. */
  coverage: { payments: number; carried: number; unknown: number }
  /** The newest final figure; null without one. */
  final: RocFinal | null
  /** Mean of the last twelve notices; null without any. */
  meanPercent: number | null
  /** Number of notices. */
  notices: number
  /** How far the notices of the newest year with a final figure were from it; null without one. */
  record: NoticeRecord | null
}

/** The page about return of capital; `record` by fund, then by year. */
export type RocPage = {
  kind: 'return-of-capital'
  asOf: string
  year: string
  funds: RocFundRow[]
  record: NoticeRecord[]
}

/** Notices by ex-date, finals by year, both ascending. */
export type RocOfFund = { notices: RocNotice[]; finals: RocFinal[] }

export const rocCsvColumns = ['symbol', 'ex_date_or_year', 'kind', 'roc_percent', 'source'] as const
