import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { CollectionScope } from './contract/collection.ts'
import type { PageModel } from './contract/pages.ts'
import type { Actor } from './admin-log/admin-log.db.ts'
import type { NewFund } from './funds/funds.db.ts'
import type { EntryRow } from './payments/manual-entries.db.ts'
import type { SafetyCopy } from './platform/database/backups/safety-copy.ts'
import type { Database } from './platform/database/schema.ts'
import type { DiskSpace } from './platform/files/disk-space.ts'
import type { StorageFault } from './platform/files/storage-fault.ts'
import type { SessionReader } from './platform/http/session-guard.ts'
import type { ChangeFigures } from './estimates/jobs/job.ts'
import type { MarketData } from './collection/sources/market-data.ts'
import type { SecondSource } from './collection/sources/second-source.ts'
import type { QueueChange } from './publishing/page-kind.ts'
import type { Publisher } from './publishing/publisher.ts'

export type {
  CollectedFund,
  FactsSource,
  MarketData,
  ReportedClose,
  ReportedPayment
} from './collection/sources/market-data.ts'
export type { SecondAnswer, SecondSource } from './collection/sources/second-source.ts'

/** What a feature may touch beside its own folder. */
export type Services = {
  db: Kysely<Database>
  clock: () => Date
  log: Logger
  renderer: {
    /** Resolves when a page can be drawn; rejects with the reason when none can. */
    check: () => Promise<void>
    /** What stands at `path`, drawn from its model for the day it is. @throws when it can't be drawn */
    draw: (path: string, page: PageModel) => Promise<string>
  }
  publisher: Pick<Publisher, 'countFailing' | 'countWaiting'>
  /** What is measured of this service; its names are those of the dashboard and the alert rules in deploy/. */
  metrics: Registry
  /** The disks that the service writes to. */
  readDisks: () => Promise<DiskSpace[]>
  /** What tells this node from others over the same database; null where there can be none. */
  nodeName: string | null
  searchRecorder: SearchRecorder
  /** Who is behind a token, if anybody. */
  findSession: SessionReader
  market: MarketData
  /** Null where nobody else is asked. */
  secondSource: SecondSource | null
  collector: Collector
  schedule: Schedule
  alerts: Alerts
  backups: Backups
  queueChange: QueueChange
  /** Whether a path is a page of the site itself, so that no fund can have it. */
  isOwnPath: (path: string) => boolean
  /** The one way to change a price or a payment, and all that follows from it, without holding up anybody. */
  changeFigures: ChangeFigures
  /** Where uploads are kept. */
  dataDir: string
}

export type SearchRecorder = {
  /** Keeps the search in memory and returns at once; it is written a moment later. */
  record: (search: { symbol: string; ip: string; userAgent: string }) => void
  /** Writes what is kept. */
  flush: () => Promise<void>
}

/** Collects market data; each call is one transaction after the last answer of the source. */
export type Collector = {
  /** What is being collected now, by whatever process. */
  findRunning: () => Promise<CollectionProgress[]>
  /** @throws ApiError when the ticker is none of ours, the source fails, or there is no estimate. */
  collectOne: (ticker: string, actor?: Actor) => Promise<CollectedOne>
  /** A group, or all funds. @throws ApiError when any of it is being collected already. */
  collectGroup: (group: CollectionScope, actor?: Actor) => Promise<CollectionOutcome>
  /** The funds of which the last session's news is not stored yet. @throws ApiError as above. */
  collectMissed: () => Promise<CollectionOutcome>
  /**
   * Adds a fund that is not there yet with its whole history.
   * @throws ApiError when the source fails or knows no such fund; then nothing was written.
   */
  collectNew: (fund: NewFund, actor?: Actor) => Promise<CollectedNew>
  /** Estimates anew from what is stored. @throws ApiError when there is no estimate. */
  estimateAnew: (ticker: string, actor?: Actor) => Promise<EstimateEntry>
  /** Lets what is being written end, and what is still being asked for come to nothing. */
  stop: () => Promise<void>
}

export type CollectionProgress = {
  group: CollectionScope
  done: number
  total: number
  /** Null while the answers are being written. */
  current: string | null
}

export type EstimateEntry = EntryRow & { estimated_amount: number }

/** `heldBack` counts the payments that look odd and wait. */
export type CollectedOne = { entry: EstimateEntry; heldBack: number }

/** `noEstimate` says why there is no estimate of it; null where there is one. */
export type CollectedNew = { closes: number; payments: number; heldBack: number; noEstimate: string | null }

export type CollectionOutcome = {
  results: { ticker: string; estimated_dividend: number; held_back: number }[]
  errors: { ticker: string; message: string }[]
  /** Collected well, but no payment can be expected: the fund's own sentence says why. */
  no_estimate: { ticker: string; message: string }[]
  /** Why the rest was not asked for; null where all were. */
  stopped: string | null
}

/** Tells the operator of parts that are out of order, where he said how; any feature may report one. */
export type Alerts = {
  /**
   * How a part is now, as often as somebody looks; the operator hears of changes alone.
   * @param subject its name in small letters with hyphens: 'market-data'
   * @param reason one or more sentences; null while all is well
   */
  report: (subject: string, reason: string | null) => Promise<void>
  /** Sends what is to be told. Never throws because of the webhook. */
  deliver: () => Promise<void>
}

/** Copies of the whole database, as files. */
export type Backups = {
  /** Makes the backup of the night and has BACKUP_COMMAND take what it has not, where the time has come. Never throws. */
  runDue: () => Promise<void>
  /** Makes one now, and has BACKUP_COMMAND take it afterwards. @throws ApiError with why there is none */
  backUpNow: (actor?: Actor) => Promise<SafetyCopy>
}

/** `fault`: what kept the copy from being written, where it is a known one. */
export type CopyOutcome = { copy: SafetyCopy } | { copy: null; fault: StorageFault | null; error: unknown }

/** Who collects when nobody presses a button. */
export type Schedule = {
  /** Does what is due by the clock: a run of the plan, what a block or a stop left over, or nothing. */
  runDue: () => Promise<void>
  /** The next look is as the first after a start: what was due until then was for another process to do. */
  beginAnew: () => void
  /** Null when nothing will run by itself. */
  findNextRun: () => Promise<Date | null>
}
