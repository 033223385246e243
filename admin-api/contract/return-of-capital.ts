/* Return of capital: the part of a payment that gives back the holder's own money. It isn't taxed when paid and lowers the cost basis. */

export const returnOfCapitalPath = '/return-of-capital'
export const returnOfCapitalCsvPath = '/data/return-of-capital.csv'

/** Return of capital of one payment by the issuer's 19a notice, an estimate that may change, in percent. */
type RocNotice = { ex_date: string; percent: number; source: string }
/** Final return of capital of a year, in percent of its payments. */
type RocFinal = { year: string; percent: number; source: string }

/** Notices by ex-date, finals by year, both ascending. */
export type RocOfFund = { notices: RocNotice[]; finals: RocFinal[] }

export const rocCsvColumns = ['symbol', 'ex_date_or_year', 'kind', 'roc_percent', 'source'] as const
