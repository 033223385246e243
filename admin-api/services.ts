import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './db/schema.ts'
import type { SessionReader } from './http/session-guard.ts'
import type { MarketData } from './market/market-data.ts'

export type { CollectedFund, FactsSource, MarketData } from './market/market-data.ts'

/** What a feature may touch beside its own folder. */
export type Services = {
  db: Kysely<Database>
  clock: () => Date
  log: Logger
  publisher: {
    /** Says that publish_queue may hold something; returns at once. */
    wake: () => void
  }
  renderer: {
    /** Resolves when a page can be drawn; rejects with the reason when none can. */
    check: () => Promise<void>
  }
  searchRecorder: SearchRecorder
  /** Who is behind a token, if anybody. */
  findSession: SessionReader
  market: MarketData
  /**
   * Estimates all funds anew, scores and freezes, and queues the pages that tell something else now. Call it in the
   * transaction that changed a price or a payment, and wake the publisher after it.
   * @returns the symbols of the funds that are told differently.
   */
  refreshEstimates: (trx: Transaction<Database>) => Promise<string[]>
  /** Where uploads and safety copies are kept. */
  dataDir: string
}

export type SearchRecorder = {
  /** Keeps the search in memory and returns at once; it is written a moment later. */
  record: (search: { symbol: string; ip: string; userAgent: string }) => void
  /** Writes what is kept. */
  flush: () => Promise<void>
}
