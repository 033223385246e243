import type { IsoDay } from '../../../market-days/types.ts'

/** The operator's switch of a source; without a row the source is as by default. */
export type SourceChoiceTable = {
  id: string
  is_on: 0 | 1
  /** Whether the operator said that they have permission. */
  has_permission: 0 | 1
  chosen_at: string
}

/** Requests to a source in a New York day, failed ones included, and the instant of its last answer. */
type SourceUseTable = { id: string; day: IsoDay; requests: number; answered_at: string | null }

/** The robots.txt of a site. */
export type SourceRobotsTable = {
  origin: string
  /** Instant and status of the last request for it; status 0: no response. */
  asked_at: string
  status: number
  /** The last text that was read, '' for a site without one; null if none could be read yet. */
  body: string | null
}

/** A symbol of a covered issuer that no fund has, and what showed it: an announcement's ex-date, or 'listed'. */
export type FundSightingTable = {
  symbol: string
  source_name: string
  event: string
  issuer: string
  name: string | null
  first_on: IsoDay
  last_on: IsoDay
}

/** Last day on which the exchange's list had a fund; for one that it never had, the day of the first list. */
type FundListingTable = { symbol: string; last_on: IsoDay }

/** Last close of a symbol that visitors asked for; null if the source has none. */
type HolderCloseTable = {
  symbol: string
  /** The newest session when the source was asked. */
  session: IsoDay
  day: IsoDay | null
  close: number | null
}

export type SourceTables = {
  holder_close: HolderCloseTable
  fund_sighting: FundSightingTable
  fund_listing: FundListingTable
  /** Proposals that the operator dismissed. */
  dismissed_proposal: { symbol: string; dismissed_on: IsoDay }
  source_choice: SourceChoiceTable
  source_use: SourceUseTable
  source_robots: SourceRobotsTable
}
