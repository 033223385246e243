import type { Generated } from 'kysely'

export type PageChangeTable = {
  /** In the order of commits. */
  id: Generated<number>
  path: string
  queued_at: string
  /** 1: ahead of all that waits. */
  goes_first: number
}

export type SearchHistoryTable = {
  id: Generated<number>
  symbol: string
  searched_at: string
  /** IPv4 without its last octet, or the first 48 bits of IPv6. */
  ip_short: string
  user_agent: string
}

/** Searches by fund and UTC day: what rankings are read from, and what stays when the searches themselves go. */
export type SearchCountTable = {
  symbol: string
  day: string
  searches: number
  latest_at: string
}

export type MetaTable = {
  key: string
  value: string
}

/** What only one process may do at a time: who does it, and until when, in milliseconds by the database's clock. */
export type LeaseTable = { name: string; holder: string; ends_at: number; note: string | null }
