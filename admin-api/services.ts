import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { CollectionGroup } from './contract/collection.ts'
import type { Actor } from './db/admin-log.db.ts'
import type { EntryRow } from './db/manual-entries.db.ts'
import type { Database } from './db/schema.ts'
import type { SessionReader } from './http/session-guard.ts'
import type { MarketData } from './market/market-data.ts'
import type { QueueChange } from './page-kind.ts'
import type { Publisher } from './publisher/publisher.ts'

export type { CollectedFund, FactsSource, MarketData, ReportedPayment } from './market/market-data.ts'

/** What a feature may touch beside its own folder. */
export type Services = {
  db: Kysely<Database>
  clock: () => Date
  log: Logger
  renderer: {
    /** Resolves when a page can be drawn; rejects with the reason when none can. */
    check: () => Promise<void>
  }
  publisher: Pick<Publisher, 'countFailing'>
  searchRecorder: SearchRecorder
  /** Who is behind a token, if anybody. */
  findSession: SessionReader
  market: MarketData
  collector: Collector
  queueChange: QueueChange
  /**
   * Estimates all funds anew, scores and freezes, and queues the pages that show something else now. Call it in the
   * transaction that changed a price or a payment.
   * @returns the symbols of the funds that are shown differently.
   */
  refreshEstimates: (trx: Transaction<Database>) => Promise<string[]>
  /** Restores a backup, or checks it, without holding up anybody. @throws ApiError with what is wrong with it. */
  restore: (job: RestoreJob) => Promise<Restored>
  /** Where uploads and safety copies are kept. */
  dataDir: string
}

/** `file` holds the backup as it was sent. */
export type RestoreJob = { file: string; isDryRun: boolean; actor: Actor; now: Date }

export type Restored =
  | { recordCount: number; message: string }
  /** What a dry run counted. */
  | { added: number; changed: number; unchanged: number }

export type SearchRecorder = {
  /** Keeps the search in memory and returns at once; it is written a moment later. */
  record: (search: { symbol: string; ip: string; userAgent: string }) => void
  /** Writes what is kept. */
  flush: () => Promise<void>
}

/** Collects market data; each call is one transaction after the last answer of the source. */
export type Collector = {
  /** Groups that are being collected now. */
  findRunning: () => CollectionProgress[]
  /** @throws ApiError when the ticker is none of ours, the source fails, or there is no estimate. */
  collectOne: (ticker: string, actor?: Actor) => Promise<CollectedOne>
  /** @throws ApiError when the group is being collected already. */
  collectGroup: (group: CollectionGroup, actor?: Actor) => Promise<CollectionOutcome>
  /** Estimates anew from what is stored. @throws ApiError when there is no estimate. */
  estimateAnew: (ticker: string, actor?: Actor) => Promise<EstimateEntry>
  /** Lets what is being written end, and what is still being asked for come to nothing. */
  stop: () => Promise<void>
}

export type CollectionProgress = {
  group: CollectionGroup
  done: number
  total: number
  /** Null while the answers are being written. */
  current: string | null
}

export type EstimateEntry = EntryRow & { estimated_amount: number }

/** `heldBack` counts the payments that look odd and wait. */
export type CollectedOne = { entry: EstimateEntry; heldBack: number }

export type CollectionOutcome = {
  results: { ticker: string; estimated_dividend: number; held_back: number }[]
  errors: { ticker: string; message: string }[]
}
