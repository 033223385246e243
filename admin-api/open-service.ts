import { hostname } from 'node:os'
import type { Express } from 'express'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { ensureAdminPassword, isPasswordUnused } from './accounts/password.ts'
import { createSessionReader } from './accounts/sessions.ts'
import { allPages } from './all-pages.ts'
import { createApp, type Services } from './app.ts'
import { createBackgroundWork } from './background-work.ts'
import { importPictureFiles } from './blog/images/import-picture-files.ts'
import { cleanupJobs } from './cleanup-jobs.ts'
import { collectAnnouncements } from './collection/announcements/collect-announcements.ts'
import { createSchedule, type Schedule } from './collection/collection-schedule.ts'
import { type Collector, createCollector } from './collection/collector.ts'
import { createDocumentWatch } from './collection/document-watch.ts'
import { openSources, type Sources } from './collection/open-sources.ts'
import type { FactsSource } from './collection/sources/market-data.ts'
import { createCountingFetch, type FetchParts } from './collection/sources/rate-limited-fetch.ts'
import { createSourceSwitches } from './collection/sources/source-switches.ts'
import { createSourceUse } from './collection/sources/source-use.ts'
import { type Config, foldersOf, readConfig, requireFolders, siteInfoOf, version } from './config.ts'
import type { PageModel } from './contract/page-models.ts'
import { demoPassword, type PageTime, type SiteInfo } from './contract/pages.ts'
import { withDemoDay } from './demo-day.ts'
import { openBackOffice } from './estimates/back-office.ts'
import { keepOutlookRecord } from './estimates/outlook-record/keep-outlook-record.ts'
import { openFilledDatabase } from './open-filled-database.ts'
import { createAlerts } from './operations/alerts/alerts.ts'
import { type Backups, copyDatabase, createBackups } from './operations/backups/backups.ts'
import { type FinishedRestore, noteRestore } from './operations/backups/pending-restore.ts'
import { readDisks } from './operations/health/disk-space.ts'
import { checkInstance, reportCrash, runHealthChecks } from './operations/health/health-checks.ts'
import { createMaintenance, type Maintenance } from './operations/maintenance.ts'
import { waitForPostgres } from './platform/database/drivers/postgres.ts'
import type { LeaseTimes } from './platform/database/leases/leases.ts'
import { lockDatabase } from './platform/database/lock-database.ts'
import { leaveCheckpoints, watchDatabase } from './platform/database/open.ts'
import { databaseFileIn } from './platform/database/private-files.ts'
import type { Db } from './platform/database/schema.ts'
import { requestIdMixin } from './platform/http/request-log.ts'
import { holdBuild, readBuiltSite } from './publishing/built-site.ts'
import { createPageQueue } from './publishing/page-queue.ts'
import { queueIfDayChanged, readPageTime } from './publishing/page-time.ts'
import { openPublishers, type Publisher } from './publishing/publisher.ts'
import { queueEveryPage, queueIfUnpublished } from './publishing/queue-every-page.ts'
import { createPageRenderer, createRenderThreads } from './publishing/render-threads.ts'
import { createSearchRecorder, saveSearches } from './search/search-recorder.ts'
import { createSourceWatch, type SourceWatch } from './source-watch.ts'

/** The composed service. */
export type Service = {
  config: Config
  app: Express
  collector: Collector
  schedule: Schedule
  /** Reads filings and holdings if their time has come. */
  readDocuments: () => Promise<void>
  /** Collects announced payments if their time has come. */
  collectAnnouncements: () => Promise<void>
  /** Freezes the outlooks of a month that begins, backtests earlier ones and scores those that have ended. */
  keepOutlookRecord: () => Promise<void>
  backups: Backups
  maintenance: Maintenance
  /** Checks components and notifies the operator of failures. */
  runHealthChecks: () => Promise<void>
  /** Handles an unexpected error before the process ends: logs it, saves buffered data and notifies the operator. */
  reportFault: (error: unknown) => Promise<void>
  /** Starts background work, as soon as no other instance does it; `close` ends it. */
  startSchedule: () => void
  /** Connects to a live source, and reports the first catch-up. */
  sourceWatch: SourceWatch
  /** Writes the result of a requested restore to the operator's log. */
  noteRestore: (restored: FinishedRestore) => Promise<void>
  /** Makes load balancers send requests elsewhere. */
  announceStop: () => void
  publisher: Publisher
  /** Publishes the pictures, after the pages. */
  pictures: Publisher
  site: SiteInfo
  /**
   * Sets the admin password to the configured one. Returns the password that is generated at the first start without
   * ADMIN_PASSWORD, which is shown only once; null if none was generated.
   */
  ensurePassword: (keep?: (password: string) => Promise<void>) => Promise<string | null>
  isPasswordUnused: () => Promise<boolean>
  loadPage: (path: string) => Promise<PageModel | null>
  readPageTime: () => Promise<PageTime>
  /** Installs the build again, queues all pages and removes files of deleted pages. @returns number of queued pages */
  queueEveryPage: () => Promise<number>
  close: () => Promise<void>
}

/** Backtests and tests pass `clock`, `sources` or a network, and the facts of a new database. */
export type ServiceOptions = {
  publishes?: boolean
  clock?: () => Date
  sources?: Sources
  network?: Partial<FetchParts>
  facts?: FactsSource
  leaseTimes?: LeaseTimes
  /** As in SettingsParts. */
  restart?: () => void
}

/** When all machines start at once, the database may be the last one. */
const longestWaitForDatabaseMs = 10_000

/**
 * Composes the service from environment variables, without listening on a port. The server, the commands and the
 * development server use it.
 * @throws Error with one sentence that an operator can act on
 */
export async function openService(
  environment: Record<string, string | undefined>,
  {
    publishes = true,
    clock: givenClock,
    sources: given,
    network = {},
    facts: givenFacts,
    leaseTimes,
    restart
  }: ServiceOptions = {}
): Promise<Service> {
  const config = readConfig(environment)
  requireFolders(config)
  const { clock, facts } = withDemoDay(config.demoDay, { clock: givenClock, facts: givenFacts })
  const log = pino({ level: config.logLevel, mixin: requestIdMixin })
  // Closes its parts in reverse order, when the service closes or can't be opened.
  await using opened = new AsyncDisposableStack()
  const metrics = new Registry()
  const built = publishes ? await readBuiltSite(config.buildDir) : null
  if (built !== null) opened.defer(holdBuild(built.folder))
  if (config.databaseUrl !== null) await waitForPostgres(config.databaseUrl, longestWaitForDatabaseMs)
  if (config.databaseUrl === null) opened.defer(lockDatabase(config.dataDir, clock()).release)
  const { siteDir, contactEmail } = config
  const isDemo = config.demoDay !== null
  const site = siteInfoOf(config)
  if (config.adminPassword === demoPassword) site.demoPassword = demoPassword
  const renderWorker = new URL('./render-worker.ts', import.meta.url)
  const location = config.databaseUrl ?? databaseFileIn(config.dataDir)
  const threads =
    built && createRenderThreads(renderWorker, { location, buildFolder: built.folder, site, siteDir }, log)
  const db = await openFilledDatabase(config, allPages, { publishes, now: clock(), facts, log }).catch(
    async (error: unknown) => {
      await threads?.stop()
      throw error
    }
  )
  opened.defer(() => db.destroy())
  opened.defer(() => threads?.stop())
  const readTime = (from: Db) => readPageTime(from, clock())
  const queue = createPageQueue({ db, siteDir, log })
  const publishing = built && { db, queue, built, site, siteDir, listPaths: allPages.list, clock }
  const { publisher, pictures } = openPublishers(threads, { queue, siteDir, clock, log })
  opened.defer(pictures.stop)
  opened.defer(publisher.stop)
  if (publishing) await queueIfUnpublished(publishing)
  const days = { db, clock, log, queueChange: allPages.queueChange }
  // A start on a full disk serves what is there; the check is repeated every minute.
  if (publishing)
    await queueIfDayChanged(days).catch((error: unknown) =>
      log.error({ err: error }, 'pages could not be queued for the new day')
    )

  await leaveCheckpoints(db)
  const { backupDir, backupCommand: command } = config
  const worker = new URL('./back-office-worker.ts', import.meta.url)
  const backOffice = openBackOffice(worker, db, { clock, log, backupFolder: backupDir })
  const { runJob } = backOffice
  const makeCopy = () => runJob(copyDatabase, null)
  const anchoring = { command: config.anchorCommand, queueChange: allPages.queueChange }
  const drilling = { command: config.drillCommand, dataDir: config.dataDir }
  const backups = createBackups({ db, clock, log, backupDir, command, makeCopy, anchoring, drilling })
  opened.defer(backups.stop)
  // Ends an unfinished copy.
  opened.defer(backOffice.stop)
  const searchRecorder = createSearchRecorder({
    store: async (searches) => (isDemo ? undefined : runJob(saveSearches, searches)),
    clock,
    log
  })
  opened.defer(searchRecorder.flush)
  watchDatabase(db, {
    onAway: (reason) =>
      log.error({ err: reason }, "the database can't be reached: pages are served, calls are refused"),
    onBack: () => {
      log.warn('the database can be reached again')
      // Without this, queued work would wait for its next turn.
      for (const catchUp of [searchRecorder.flush, publisher.drain, pictures.drain])
        catchUp().catch((error: unknown) => log.error({ err: error }, 'catching up after the outage failed'))
    }
  })
  const fetchFor = createCountingFetch(metrics, network.fetch)
  const switches = createSourceSwitches(db, config.sourceOverrides)
  await switches.refresh()
  const use = createSourceUse(db, clock)
  opened.defer(() => use.flush())
  const reading = { db, log, switches, use, fetchFor, given: { ...network, clock } }
  const sources = given ?? (await openSources(config, reading))
  let isStopping = false
  const parts: Omit<Services, 'collector' | 'schedule'> = {
    db,
    clock,
    log,
    publisher,
    renderer: createPageRenderer(threads, () => readTime(db)),
    metrics,
    readDisks: () => readDisks(foldersOf(config)),
    instanceName: config.databaseUrl === null ? null : `${hostname()}-${config.port}`,
    searchRecorder,
    findSession: createSessionReader(db, clock),
    ...sources,
    switches,
    use,
    canCollect: config.marketData !== 'embedded',
    alerts: createAlerts({ db, clock, log }, config.alertUrl),
    backups,
    queueChange: allPages.queueChange,
    isOwnPath: allPages.isOwnPath,
    runJob,
    findJobFault: backOffice.findFault,
    isStopping: () => isStopping,
    dataDir: config.dataDir,
    backupDir,
    siteName: new URL(config.siteUrl).host,
    // Everybody may log in to a demonstration.
    restart: isDemo ? null : (restart ?? null),
    givenVariables: config.givenVariables,
    pushHosts: config.pushHosts,
    witnessHosts: config.witnessHosts,
    version
  }
  if (!isDemo) await importPictureFiles(parts)
  const collector = createCollector({ ...parts, leaseTimes })
  const schedule = createSchedule({ ...parts, collector }, config.collectCron)
  const readDocuments = createDocumentWatch(parts)
  const services: Services = { ...parts, collector, schedule }
  const maintenance = createMaintenance(parts, cleanupJobs)
  const watch = createSourceWatch({ db, sources, collector, clock, log })
  const background = createBackgroundWork({
    services,
    isDemo,
    readDocuments,
    watch,
    maintenance,
    contactEmail,
    leaseTimes,
    deriveLeft: backOffice.deriveLeft
  })
  opened.defer(async () => {
    await background.stop()
    await maintenance.stop()
    await collector.stop()
  })
  const app = createApp(services, {
    ...config,
    isDemo,
    bringUpToDate: async (path, needs) => {
      await publisher.bringUpToDate(path, needs)
      await pictures.bringUpToDate(path, needs)
    },
    isWaiting: (path) => built !== null && queue.find(path, 'pages') !== null
  })
  const closing = opened.move()
  return {
    config,
    app,
    collector,
    schedule,
    readDocuments,
    collectAnnouncements: () => collectAnnouncements(parts),
    keepOutlookRecord: () => keepOutlookRecord(services),
    backups,
    maintenance,
    runHealthChecks: async () => {
      await checkInstance(services)
      await runHealthChecks(services)
    },
    reportFault: async (error) => {
      log.fatal({ err: error }, 'unexpected error: the service exits')
      await Promise.allSettled([searchRecorder.flush(), reportCrash(services, error)])
    },
    startSchedule: background.start,
    sourceWatch: watch,
    noteRestore: (restored) => noteRestore(db, restored, clock()),
    announceStop: () => {
      isStopping = true
    },
    publisher,
    pictures,
    site,
    ensurePassword: (keep) => ensureAdminPassword(db, config.adminPassword, keep),
    isPasswordUnused: () => isPasswordUnused(db),
    loadPage: (path) => allPages.load(db, path),
    readPageTime: () => readTime(db),
    queueEveryPage: async () => (publishing ? queueEveryPage(publishing) : 0),
    close: () => closing.disposeAsync()
  }
}
