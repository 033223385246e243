import type { RecordEntry } from './record.ts'

/**
 * What a fund's return is worked out of, from whatever day; a page brings it, and so does the data file of the fund.
 * Dollars a share on today's share basis; days are YYYY-MM-DD; all by day.
 */
export type ReturnFacts = {
  closes: { date: string; close: number }[]
  payments: { exDate: string; payDate: string; amount: number; isResidual: boolean }[]
  /** `date` is null where the day is unknown. */
  splits: { date: string | null; oldShares: number; newShares: number }[]
  /** 52, 13 or 12; null where no next payment is estimated. */
  paymentsAYear: number | null
}

/** The place among all funds by total return since a day; 1 is the best. */
export type ReturnRank = { place: number; of: number }

/** The rank is that since the fund's first close; null where its closes end before those of the others. */
export type ReturnsOfFund = ReturnFacts & { rank: ReturnRank | null }

/** An estimate beside its payment, on today's share basis. */
export type ExpectedAndPaid = RecordEntry & { origin: 'live' | 'replayed' }
