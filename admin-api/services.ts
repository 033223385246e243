import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './db/schema.ts'

export type { MarketData } from './market/market-data.ts'

/** What a feature may touch beside its own folder. */
export type Services = {
  db: Kysely<Database>
  clock: () => Date
  log: Logger
  publisher: {
    /** Says that publish_queue may hold something; returns at once. */
    wake: () => void
  }
  searchRecorder: SearchRecorder
}

export type SearchRecorder = {
  /** Keeps the search in memory and returns at once; it is written a moment later. */
  record: (search: { symbol: string; ip: string; userAgent: string }) => void
  /** Writes what is kept. */
  flush: () => Promise<void>
}
