/* Return of capital: the part of a payment that gives back the holder's own money. It isn't taxed when paid and lowers the cost basis. */

export const returnOfCapitalPath = '/return-of-capital'
export const returnOfCapitalCsvPath = '/data/return-of-capital.csv'

/** Return of capital of one payment by the issuer's 19a notice, an estimate that may change, in percent. */
type RocNotice = { ex_date: string; percent: number; source: string }
/** Final return of capital of a year, in percent of its payments. */
type RocFinal = { year: string; percent: number; source: string }

/** Notices by ex-date, finals by year, both ascending. */
export type RocOfFund = { notices: RocNotice[]; finals: RocFinal[] }

/** How far the notices of one fund and year were from the final figure. */
export type NoticeRecord = {
  symbol: string
  issuer: string
  year: string
  notices: number
  /** Mean of the notices and the final figure, percent. */
  noticePercent: number
  finalPercent: number
  /** Mean absolute difference between a notice and the final figure, percentage points. */
  errorPoints: number
}

export type RocFundRow = {
  symbol: string
  name: string
  issuer: string
  latest: RocNotice | null
  final: RocFinal | null
  /** Mean of the last twelve notices, percent; null without any. */
  meanPercent: number | null
  notices: number
}

/** `funds` by symbol; `record` has only years whose final figure is known. */
export type RocPage = { kind: 'return-of-capital'; asOf: string; funds: RocFundRow[]; record: NoticeRecord[] }
export type RocCsvPage = { kind: 'return-of-capital-csv'; csv: string }

export const rocCsvColumns = ['symbol', 'ex_date_or_year', 'kind', 'roc_percent', 'source'] as const
