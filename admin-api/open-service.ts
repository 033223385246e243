import { hostname } from 'node:os'
import type { Express } from 'express'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createPages } from './all-pages.ts'
import { allSweeps } from './all-sweeps.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import type { PageModel, PageTime, SiteInfo } from './contract/pages.ts'
import { openBackups } from './operations/backups/copy-in-thread.ts'
import { waitForPostgres } from './platform/database/dialect/postgres.ts'
import type { LeaseTimes } from './platform/database/leases/take-lease.ts'
import { workAlone } from './platform/database/leases/work-alone.ts'
import { lockDatabase } from './platform/database/lock-database.ts'
import { watchDatabase } from './platform/database/open.ts'
import { databaseFileIn } from './platform/database/private-files.ts'
import type { Database } from './platform/database/schema.ts'
import { createDrawThreads } from './publishing/draw-in-threads.ts'
import { createAlerts } from './operations/alerts/alerts.ts'
import { ensureAdminPassword } from './accounts/admin-password.ts'
import { createSessionReader } from './accounts/sessions.ts'
import { startBackups } from './operations/backups/backups.ts'
import { startSettlingPictures } from './blog/images/settle-picture-files.ts'
import { createSchedule, startSchedule } from './collection/collection-schedule.ts'
import { createCollector } from './collection/collector.ts'
import { lookAround, startWatching } from './operations/health/watch.ts'
import { lookAtNode, startWatchingNode, tellOfCrash } from './operations/health/watch-node.ts'
import { readPageTime, startTurningDays, turnDay } from './publishing/page-time.ts'
import { createSearchRecorder } from './search/search-recorder.ts'
import { createUpkeep, startUpkeep, type Upkeep } from './operations/upkeep.ts'
import { readDisks } from './platform/files/disk-space.ts'
import { nameRequest } from './platform/http/request-id.ts'
import { createJobThread } from './estimates/jobs/run-in-thread.ts'
import { createCountingFetch } from './collection/sources/count-requests.ts'
import { embeddedMarketData } from './collection/sources/embedded.ts'
import { createMassive } from './collection/sources/massive.ts'
import type { FetchParts } from './collection/sources/rate-limited-fetch.ts'
import { createYahooMarketData } from './collection/sources/yahoo.ts'
import { openFilledDatabase } from './open-filled-database.ts'
import { checkRenderer, openPublishers, requireThreads } from './publishing/open-publishers.ts'
import { readBuiltSite } from './publishing/built-site.ts'
import { createPageQueue } from './publishing/page-queue.ts'
import type { Publisher } from './publishing/publisher.ts'
import { queueEveryPage, queueIfUnpublished } from './publishing/queue-every-page.ts'
import type {
  Backups,
  Collector,
  FactsSource,
  MarketData,
  Schedule,
  SecondSource,
  Services
} from './services.ts'

export type Service = {
  config: Config
  app: Express
  collector: Collector
  schedule: Schedule
  backups: Backups
  /** Looks at what the operator must hear of, and tells him. */
  lookAround: () => Promise<void>
  /** Removes what has had its time. */
  upkeep: Pick<Upkeep, 'runDue'>
  /** Logs a fault that leaves the process in a state nobody knows, keeps what is still in memory and tells the operator. */
  tellOfFault: (error: unknown) => Promise<void>
  /** Works by itself from now on, or as soon as no other process on the database does; closing ends it. */
  startSchedule: () => void
  publisher: Publisher
  /** Publishes the pictures, after the pages. */
  pictures: Publisher
  site: SiteInfo
  /**
   * Brings the operator's password to what is configured. Only for who can show the one that is made at the first
   * start without ADMIN_PASSWORD: it is returned this once; null when there is none to show.
   */
  ensurePassword: () => Promise<string | null>
  loadPage: (path: string) => Promise<PageModel | null>
  readPageTime: () => Promise<PageTime>
  /** Installs the build again, queues all pages and removes the files of those that are gone; returns how many wait now. */
  queueEveryPage: () => Promise<number>
  close: () => Promise<void>
}

/** `clock`, `market` and what a new database begins with are given by who replays the past. */
export type ServiceOptions = {
  publishes?: boolean
  clock?: () => Date
  market?: MarketData
  facts?: FactsSource
  leaseTimes?: LeaseTimes
}

/** Where all machines start at once, the database may be the last; longer, and whoever started us should hear of it. */
const longestWaitForDatabaseMs = 10_000

/**
 * Composes the whole service from the environment, everything but the listening socket: server, publish
 * command and development server all stand on it.
 * @throws Error with one sentence a person can act on.
 */
export async function openService(
  environment: Record<string, string | undefined>,
  {
    publishes = true,
    clock = () => new Date(),
    market: given,
    facts = embeddedMarketData,
    leaseTimes
  }: ServiceOptions = {}
): Promise<Service> {
  const config = readConfig(environment)
  const log = pino({ level: config.logLevel, mixin: nameRequest })
  const metrics = new Registry()
  const built = publishes ? await readBuiltSite(config.buildDir) : null
  const pages = createPages(built?.staticPaths ?? [])
  if (config.databaseUrl !== null) await waitForPostgres(config.databaseUrl, longestWaitForDatabaseMs)
  const lock = config.databaseUrl === null ? lockDatabase(config.dataDir, clock()) : null
  const site: SiteInfo = {
    url: config.siteUrl,
    socialUrl: config.socialUrl,
    supportUrl: config.supportUrl,
    contactEmail: config.contactEmail
  }
  const drawing =
    built &&
    createDrawThreads(
      {
        place: config.databaseUrl ?? databaseFileIn(config.dataDir),
        buildFolder: built.folder,
        staticPaths: built.staticPaths,
        site,
        siteDir: config.siteDir
      },
      log
    )
  const db = await openFilledDatabase(config, pages, { publishes, now: clock(), facts, log }).catch(
    async (error: unknown) => {
      await drawing?.stop()
      lock?.release()
      throw error
    }
  )
  const readTime = (from: Kysely<Database>) => readPageTime(from, clock())
  const queue = createPageQueue({ db, siteDir: config.siteDir, log })
  const publishing = built && {
    db,
    queue,
    built,
    site,
    siteDir: config.siteDir,
    listPaths: pages.list,
    clock
  }
  const { publisher, pictures } = openPublishers(drawing, { queue, siteDir: config.siteDir, clock, log })
  if (publishing) await queueIfUnpublished(publishing)
  const days = { db, clock, log, queueChange: pages.queueChange }
  if (publishing) await turnDay(days)

  const searchRecorder = createSearchRecorder({ db, clock, log })
  watchDatabase(db, {
    onAway: (reason) =>
      log.error({ err: reason }, 'the database is away: pages are served, calls are refused'),
    onBack: () => {
      log.warn('the database is back')
      // What waits for it would wait for its next turn.
      for (const catchUp of [searchRecorder.flush, publisher.drain, pictures.drain])
        catchUp().catch((error: unknown) => log.error({ err: error }, 'the service could not catch up'))
    }
  })
  const { backupDir, backupCommand: command } = config
  const backups = openBackups({ db, clock, log, backupDir, command })
  const fetchFor = createCountingFetch(metrics)
  const market =
    given ??
    (config.marketData === 'yahoo' ? createYahooMarketData({ fetch: fetchFor('Yahoo') }) : embeddedMarketData)
  const jobThread = createJobThread(db, {
    clock,
    log,
    backupFolder: backupDir,
    staticPaths: built?.staticPaths ?? []
  })
  const parts: Omit<Services, 'collector' | 'schedule'> = {
    db,
    clock,
    log,
    publisher,
    renderer: {
      check: () => checkRenderer(drawing),
      draw: async (path, page) => requireThreads(drawing).draw({ path, page, time: await readTime(db) })
    },
    metrics,
    readDisks: () =>
      readDisks([
        { variable: 'DATA_DIR', path: config.dataDir },
        { variable: 'SITE_DIR', path: config.siteDir },
        { variable: 'BACKUP_DIR', path: backupDir }
      ]),
    nodeName: config.databaseUrl === null ? null : `${hostname()}-${config.port}`,
    searchRecorder,
    findSession: createSessionReader(db, clock),
    market,
    // Who replays the past has no use for what is known today.
    secondSource: given === undefined ? openSecondSource(config, fetchFor('Massive')) : null,
    alerts: createAlerts({ db, clock, log }, config.alertUrl),
    backups,
    queueChange: pages.queueChange,
    isOwnPath: pages.isOwnPath,
    changeFigures: jobThread.changeFigures,
    dataDir: config.dataDir
  }
  const stopSettling = startSettlingPictures(parts)
  const collector = createCollector({ ...parts, leaseTimes })
  const schedule = createSchedule({ ...parts, collector }, config.collectCron)
  const services: Services = { ...parts, collector, schedule }
  const upkeep = createUpkeep(parts, allSweeps)
  function beginBackground(): () => void {
    const stops = [
      startSchedule(schedule),
      startBackups(backups),
      startWatching(services),
      startTurningDays(days),
      startUpkeep(upkeep)
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }
  let stopBackground: (() => Promise<void>) | null = null
  let stopWatchingNode: (() => void) | null = null
  return {
    config,
    app: createApp(services, {
      ...config,
      bringUpToDate: async (path, needs) => {
        await publisher.bringUpToDate(path, needs)
        await pictures.bringUpToDate(path, needs)
      },
      isWaiting: (path) => built !== null && queue.find(path, 'pages') !== null
    }),
    collector,
    schedule,
    backups,
    upkeep,
    lookAround: async () => {
      await lookAtNode(services)
      await lookAround(services)
    },
    tellOfFault: async (error) => {
      log.fatal({ err: error }, 'a fault that nobody expected: the service ends')
      await Promise.allSettled([searchRecorder.flush(), tellOfCrash(services, error)])
    },
    startSchedule: () => {
      stopWatchingNode ??= startWatchingNode(services)
      stopBackground ??= workAlone(db, 'background', {
        begin: beginBackground,
        onError: (error) =>
          log.error({ err: error }, 'the lease of the background work could not be asked for'),
        times: leaseTimes
      })
    },
    publisher,
    pictures,
    site,
    ensurePassword: () => ensureAdminPassword(db, config.adminPassword),
    loadPage: (path) => pages.load(db, path),
    readPageTime: () => readTime(db),
    queueEveryPage: async () => (publishing ? queueEveryPage(publishing) : 0),
    close: async () => {
      stopWatchingNode?.()
      await stopBackground?.()
      await upkeep.stop()
      stopSettling()
      await collector.stop()
      await jobThread.stop()
      await backups.stop()
      await searchRecorder.flush()
      await publisher.stop()
      await pictures.stop()
      await drawing?.stop()
      await db.destroy()
      lock?.release()
    }
  }
}

/** It judges what a live source reports; null where it has no key, or nothing to judge. */
function openSecondSource(
  { marketData, massiveKey }: Config,
  fetch: FetchParts['fetch']
): SecondSource | null {
  return marketData === 'yahoo' && massiveKey !== null ? createMassive(massiveKey, { fetch }) : null
}
