/* Public state of the data. */

export const statusPath = '/status'

/** Newest day of one kind of data from one source. */
export type SourceAge = {
  what: 'Daily closes' | 'Payments' | 'Option prices'
  source: string
  /** YYYY-MM-DD; of payments the newest past ex-date. */
  newest: string
  /** Number of funds with such data. */
  funds: number
}

export type StatusPage = {
  kind: 'status'
  asOf: string
  sources: SourceAge[]
  /** The last collection of all funds; `isStopped`: the source refused or gave no response. Null before the first. */
  lastCollection: { endedAt: string; collected: number; failed: number; isStopped: boolean } | null
  /** The source that confirms payments; null if it was never queried. */
  secondSource: { askedOn: string; isWell: boolean } | null
  /** The newest signature of the record; null before the first. */
  signed: { day: string; signedAt: string; hash: string } | null
}
