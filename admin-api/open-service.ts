import { join } from 'node:path'
import type { Express } from 'express'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { readFirstPosts } from '../data/posts/read-posts.ts'
import { listAllPaths, loadAnyPage } from './all-pages.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { type PageModel, robotsPath, type SiteInfo } from './contract/pages.ts'
import { migrate } from './db/migrations.ts'
import { openDatabase } from './db/open.ts'
import type { Database } from './db/schema.ts'
import { settleAdminPassword } from './features/auth/admin-password.ts'
import { createSessionReader } from './features/auth/sessions.ts'
import { seedPosts } from './features/blog/seed-posts.ts'
import { type Schedule, startSchedule } from './features/collection/collection-schedule.ts'
import { createCollector } from './features/collection/collector.ts'
import { fillDatabase } from './features/estimates/fill-database.ts'
import { refreshEstimates } from './features/estimates/refresh-estimates.ts'
import { createSearchRecorder } from './features/search-metrics/search-recorder.ts'
import { embeddedMarketData } from './market/embedded.ts'
import { createYahooMarketData } from './market/yahoo.ts'
import { type BuiltSite, loadBuiltSite } from './publisher/built-site.ts'
import { createPublisher, type Publisher } from './publisher/publisher.ts'
import { queueEveryPage, queueIfUnpublished } from './publisher/queue-every-page.ts'
import type { Collector, Services } from './services.ts'

export type Service = {
  config: Config
  app: Express
  collector: Collector
  /** Collects unattended from now on, where COLLECT_CRON says when; closing ends it. */
  startSchedule: () => void
  publisher: Publisher
  site: SiteInfo
  /**
   * Brings the operator's password to what is configured. Only for who can show the one that is made at the first
   * start without ADMIN_PASSWORD: it is told this once; null when there is none to show.
   */
  settlePassword: () => Promise<string | null>
  loadPage: (path: string) => Promise<PageModel | null>
  /** Queues all pages and removes the files of those that are gone; returns how many wait now. */
  queueEveryPage: () => Promise<number>
  close: () => Promise<void>
}

/** Publishes nothing: a development server draws pages when they are asked for. */
const noPublisher: Publisher = { wake: () => undefined, drain: async () => 0, stop: async () => undefined }

/**
 * Composes the whole service from the environment, everything but the listening socket: server, publish
 * command and development server all stand on it.
 * @throws Error with one sentence a person can act on.
 */
export async function openService(
  environment: Record<string, string | undefined>,
  { publishes = true }: { publishes?: boolean } = {}
): Promise<Service> {
  const config = readConfig(environment)
  const log = pino({ level: config.logLevel })
  const clock = () => new Date()
  const db = await openFilledDatabase(config, clock())
  const site: SiteInfo = {
    url: config.siteUrl,
    socialUrl: config.socialUrl,
    supportUrl: config.supportUrl,
    contactEmail: config.contactEmail
  }
  const built = publishes ? await loadBuiltSite(config.siteDir) : null
  const loadPage = (database: Kysely<Database>, path: string) =>
    loadAnyPage(database, path, built?.staticPaths ?? [])
  const pages = built && { db, built, site, listPagePaths: listAllPaths, clock }
  const publisher = built
    ? createPublisher({ db, render: built.render, loadPage, site, siteDir: config.siteDir, log })
    : noPublisher
  if (pages) await queueIfUnpublished(pages)

  const searchRecorder = createSearchRecorder({ db, clock, log })
  const parts: Omit<Services, 'collector'> = {
    db,
    clock,
    log,
    publisher,
    renderer: { check: () => checkRenderer(built, site) },
    searchRecorder,
    findSession: createSessionReader(db, clock),
    market: config.marketData === 'yahoo' ? createYahooMarketData({ log }) : embeddedMarketData,
    refreshEstimates: (trx) => refreshEstimates(trx, clock()),
    dataDir: config.dataDir
  }
  const collector = createCollector(parts)
  const services: Services = { ...parts, collector }
  let schedule: Schedule | null = null
  return {
    config,
    app: createApp(services, config),
    collector,
    startSchedule: () => {
      if (config.collectCron !== null) schedule ??= startSchedule(config.collectCron, services)
    },
    publisher,
    site,
    settlePassword: () => settleAdminPassword(db, config.adminPassword),
    loadPage: (path) => loadPage(db, path),
    queueEveryPage: async () => (pages ? queueEveryPage(pages) : 0),
    close: async () => {
      schedule?.stop()
      await collector.stop()
      await searchRecorder.flush()
      await publisher.stop()
      await db.destroy()
    }
  }
}

async function openFilledDatabase(config: Config, now: Date): Promise<Kysely<Database>> {
  const db = openDatabase(join(config.dataDir, 'doubloon.sqlite'))
  await migrate(db)
  await fillDatabase(db, embeddedMarketData, now)
  await seedPosts(db, readFirstPosts, now)
  return db
}

/** Draws the smallest page there is. */
async function checkRenderer(built: BuiltSite | null, site: SiteInfo): Promise<void> {
  if (built === null) throw new Error('Pages are drawn on request here, without a renderer.')
  await built.render(robotsPath, { site, page: { kind: 'robots', closedPaths: [] } })
}
