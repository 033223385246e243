import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Request } from 'express'
import ipaddr from 'ipaddr.js'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { readSourceState } from '../../collection/source-state.db.ts'
import { findChangedFacts } from '../../estimates/changed-facts.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import { sessionsBetween } from '../../market-days/market-calendar.ts'
import { lastFinishedSession } from '../../market-days/sessions.ts'
import { countQuarantinedPayments } from '../../payments/manual-entries.db.ts'
import { singleFlight, within } from '../../platform/background.ts'
import { judgeBackups, readLastBackup } from '../../platform/database/backups/last-backup.ts'
import { findHeldLeases, isOfThisProcess } from '../../platform/database/leases/leases.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { Routes } from '../../platform/http/route.ts'
import type { PageRenderer } from '../../publishing/render-threads.ts'
import type { DiskSpace } from './disk-space.ts'
import { countWaitingPages, type PublisherProbeParts, probeRenderer } from './probes.ts'

/**
 * GET /metrics for Prometheus, for callers on this machine or with the token. Other callers get a 404 as for an unknown
 * address.
 */
export function addMetricsRoutes({ router }: Routes, parts: MetricsParts, token: string | null): void {
  const processMetrics = findProcessMetrics()
  const update = singleFlight(createMetricsUpdate(parts)).run
  router.get('/metrics', async (request, response, next) => {
    if (!isLocal(request) && !(token !== null && hasToken(request, token))) return next('route')
    await update()
    const texts = [await parts.metrics.metrics(), await processMetrics.metrics()]
    response.set('Cache-Control', 'no-store').type(parts.metrics.contentType).send(texts.join('\n'))
  })
}

let processMetrics: Registry | null = null

/** Memory, processor, files and event loop delay, measured once for all services of a process. */
function findProcessMetrics(): Registry {
  if (processMetrics === null) {
    processMetrics = new Registry()
    collectDefaultMetrics({ register: processMetrics })
  }
  return processMetrics
}

const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via'
]

/**
 * Whether the caller is on this machine, and not a proxy on it that forwards requests of others. A proxy is detected by
 * its headers or the requested host; nginx without such headers by HTTP/1.0. A site on https always has a proxy, so
 * without TRUST_PROXY no caller counts as local.
 */
function isLocal({ app, headers, httpVersionMinor, socket }: Request): boolean {
  if (!isLoopback(socket.remoteAddress ?? '') || httpVersionMinor === 0) return false
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false
  if (app.get('site is https') === true && app.get('trust proxy') === false) return false
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || isLoopback(host)
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

function hasToken(request: Request, token: string): boolean {
  const sentToken = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  return sentToken !== undefined && timingSafeEqual(digest(sentToken), digest(token))
}

/** timingSafeEqual() needs inputs of the same length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export type MetricsParts = PublisherProbeParts & {
  db: Db
  /** Metric names are used by the dashboard and the alert rules in deploy/. */
  metrics: Registry
  renderer: Pick<PageRenderer, 'check'>
  readDisks: () => Promise<DiskSpace[]>
  version: string
}

/** Values that are not known within this time are omitted. */
const readTimeoutMs = 1500

/** Registers the gauges. The returned function updates them. */
function createMetricsUpdate(parts: MetricsParts): () => Promise<void> {
  const registers = [parts.metrics]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const storedGauges = Object.entries(storedMetrics).map(([name, help]) => ({
    name: name as StoredMetric,
    gauge: gauge(name, help)
  }))
  new Gauge({
    name: 'doubloon_build_info',
    help: '1, with the version of the service.',
    labelNames: ['version'],
    registers
  }).set({ version: parts.version }, 1)
  const isUp = gauge('doubloon_database_up', '1 while the database answers in time.')
  const canRender = gauge('doubloon_renderer_up', '1 while a page can be rendered.')
  const failing = gauge('doubloon_pages_failing', 'Pages that could not be written when last tried.')
  const disks = new Gauge({
    name: 'doubloon_disk_free_share',
    help: 'Free share of the disk of a folder, from 0 to 1.',
    labelNames: ['folder'],
    registers
  })

  return async () => {
    const [values, renderer, spaces] = await Promise.all([
      readInTime(readStoredMetrics(parts)),
      readInTime(probeRenderer(parts.renderer)),
      readInTime(parts.readDisks())
    ])
    isUp.set(values === null ? 0 : 1)
    for (const { name, gauge } of storedGauges) {
      const value = values?.[name]
      if (value === undefined) gauge.remove()
      else gauge.set(value)
    }
    canRender.set(renderer?.status === 'ok' ? 1 : 0)
    failing.set(parts.publisher.countFailing())
    disks.reset()
    for (const { folders, freeShare } of spaces ?? [])
      for (const { variable } of folders) disks.set({ folder: variable }, freeShare)
  }
}

function readInTime<Value>(work: Promise<Value>): Promise<Value | null> {
  return within(readTimeoutMs, work).catch(() => null)
}

/** Metrics that are read from the database, with their help texts. */
const storedMetrics = {
  doubloon_pages_waiting: 'Pages that changed and are not written yet on this instance.',
  doubloon_pages_oldest_waiting_seconds: 'How long the oldest of them has waited; 0 if none waits.',
  doubloon_figures_lag_seconds:
    'Time since facts changed from which no figures are calculated yet; 0 without any.',
  doubloon_data_age_trading_days: 'Finished sessions since the newest day in the data.',
  doubloon_data_age_seconds: 'Time since the newest day in the data ended (UTC); 0 until then.',
  doubloon_payments_held: 'Reported payments that look odd and wait for the operator.',
  doubloon_backup_age_seconds: 'Time since the last complete, checked backup was made.',
  doubloon_backups_well: '1 while backups work; 0 if one failed, is late or was rejected by BACKUP_COMMAND.',
  doubloon_background_work: '1 on the instance that runs schedule, alerts and maintenance; 0 on others.',
  doubloon_collection_timestamp_seconds: 'When the last collection of all or of missed funds ended.',
  doubloon_collection_collected_funds: 'How many funds it collected.',
  doubloon_collection_failed_funds: 'How many funds it requested and could not collect.',
  doubloon_collection_stopped:
    '1 if it stopped because the source refused further requests or could not be reached.'
} as const
type StoredMetric = keyof typeof storedMetrics

/** Omits metrics without a value. @throws when the database does not answer */
async function readStoredMetrics(parts: MetricsParts): Promise<Partial<Record<StoredMetric, number>>> {
  const { db, clock } = parts
  const now = clock()
  const { waiting, since } = await countWaitingPages(parts)
  const background = (await findHeldLeases(db)).find(({ name }) => name === 'background')
  const facts = await findChangedFacts(db)
  const newestDay = await findNewestPriceDay(db)
  const collection = await readSourceState(db, 'last-collection')
  const backup = await readLastBackup(db)
  return {
    doubloon_pages_waiting: waiting,
    doubloon_pages_oldest_waiting_seconds: since === null ? 0 : secondsSince(since, now),
    doubloon_figures_lag_seconds: facts === null ? 0 : secondsSince(new Date(facts.since), now),
    doubloon_payments_held: await countQuarantinedPayments(db),
    doubloon_background_work: background !== undefined && isOfThisProcess(background) ? 1 : 0,
    ...(newestDay !== null && {
      doubloon_data_age_trading_days: sessionsBetween(newestDay, lastFinishedSession(now)),
      doubloon_data_age_seconds: secondsSince(new Date(`${newestDay}T24:00:00Z`), now)
    }),
    doubloon_backups_well: judgeBackups(backup, now).isWell ? 1 : 0,
    ...(backup?.made && { doubloon_backup_age_seconds: secondsSince(new Date(backup.made.at), now) }),
    ...(collection !== null && {
      doubloon_collection_timestamp_seconds: Date.parse(collection.endedAt) / 1000
    }),
    // Zero before the first collection, so that alert rules see each of them from the start.
    doubloon_collection_collected_funds: collection?.collected ?? 0,
    doubloon_collection_failed_funds: collection?.failed ?? 0,
    doubloon_collection_stopped: collection?.isStopped ? 1 : 0
  }
}

/** Never negative, because the clocks of instances differ. */
function secondsSince(instant: Date, now: Date): number {
  return Math.max(0, (now.getTime() - instant.getTime()) / 1000)
}
