import type { Generated, Kysely, Transaction } from 'kysely'
import type { BlogTables } from './schema/blog.ts'
import type { EstimateTables } from './schema/estimates.ts'
import type { FactTables } from './schema/facts.ts'
import type { OperatorTables } from './schema/operator.ts'
import type { SourceTables } from './schema/sources.ts'

/**
 * Tables by name. Unless stated otherwise, days are YYYY-MM-DD, instants are UTC ISO strings, and money is dollars a share
 * on today's share basis.
 */
export type Database = FactTables &
  EstimateTables &
  OperatorTables &
  SourceTables &
  BlogTables & {
    search_history: {
      id: Generated<number>
      symbol: string
      searched_at: string
      /** IPv4 without its last octet, or the first 48 bits of IPv6. */
      ip_short: string
      user_agent: string
    }
    search_count: SearchCountTable
    /** Change log of pages that have to be rendered again. */
    page_change: {
      /** Increases in commit order. */
      id: Generated<number>
      path: string
      queued_at: string
      /** 1: rendered before all other waiting pages. */
      goes_first: number
    }
    meta: { key: string; value: string }
    /** Leases on work that one process does at a time; `ends_at` is database time in milliseconds. */
    lease: { name: string; holder: string; ends_at: number; note: string | null }
  }

/** A database, or a transaction in it. */
export type Db = Kysely<Database>

export type Trx = Transaction<Database>

/** Number of searches by fund and UTC day, kept when old searches are deleted. */
export type SearchCountTable = {
  symbol: string
  day: string
  searches: number
  latest_at: string
}
