import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { type Logger, pino } from 'pino'
import { Registry } from 'prom-client'
import { createPages } from '../all-pages.ts'
import { type AppOptions, createApp } from '../app.ts'
import { adminMarker } from '../contract/admin-marker.ts'
import { openBackups } from '../operations/backups/copy-in-thread.ts'
import { migrate } from '../platform/database/migrations.ts'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { createAlerts } from '../operations/alerts/alerts.ts'
import { createSessionReader, openSession } from '../accounts/sessions.ts'
import { createSchedule } from '../collection/collection-schedule.ts'
import { createCollector } from '../collection/collector.ts'
import { refreshEstimates } from '../estimates/refresh-estimates.ts'
import { createSearchRecorder } from '../search/search-recorder.ts'
import { closeServer, listen } from '../platform/http/listen.ts'
import { nameRequest } from '../platform/http/request-id.ts'
import { createJobsHere } from '../estimates/jobs/run-here.ts'
import { createJobThread } from '../estimates/jobs/run-in-thread.ts'
import { createPageQueue } from '../publishing/page-queue.ts'
import type { Services } from '../services.ts'
import { drawFeed } from './draw-feed.ts'
import { figuresOfMay } from './figures-of-may.ts'
import { copyDatabase, openCopy, seededAt } from './seeded-file.ts'

export type TestApi = {
  url: string
  db: Kysely<Database>
  services: Services
  /** Everything that was logged at level warn or above. */
  logged: string[]
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** Estimates all funds anew, as every change of figures does; answers who is shown differently. */
  refresh: () => Promise<string[]>
  /** Headers of the operator: a session of its own, and the marker. */
  signIn: () => Promise<Record<string, string>>
  stop: () => Promise<void>
}

type Answer = { status: number; headers: Headers; body: unknown }

export type TestOptions = Partial<AppOptions> & {
  /** All real figures, or an empty database with its tables. */
  isSeeded?: boolean
  /** Other services than the usual ones, such as market data that fails. */
  services?: Partial<Services>
  /** Jobs in a thread of their own, as in the running service; it takes half a second to start. */
  hasJobThread?: boolean
  maxConnections?: number
  patienceMs?: number
}

/** Far above what a test sends from its one address. */
const noLimits = { perSecond: 10_000, burst: 20_000, perHour: 100_000 }

/** A real server on a free port, over a database file of its own. */
export async function startApi({
  isSeeded = true,
  services: given = {},
  hasJobThread = false,
  maxConnections = 1000,
  patienceMs,
  ...options
}: TestOptions = {}): Promise<TestApi> {
  const file = await copyDatabase(isSeeded)
  const db = openCopy(file)
  await migrate(db)
  const logged: string[] = []
  const log: Logger = pino(
    { level: 'warn', mixin: nameRequest },
    { write: (line: string) => void logged.push(line) }
  )
  const clock = given.clock ?? (() => seededAt)
  const searchRecorder = createSearchRecorder({ db, clock, log })
  const backupDir = join(dirname(file), 'backups')
  const backups = openBackups({ db, clock, log, backupDir, command: null })
  const { queueChange, isOwnPath } = createPages([])
  const setting = { clock, log, backupFolder: backupDir }
  const thread = hasJobThread ? createJobThread(db, { ...setting, staticPaths: [] }) : null
  const siteDir = join(dirname(file), 'site')
  // Nobody draws here: all that is in the log waits.
  const countAll = (overdue: Date) => createPageQueue({ db, siteDir, log }).count(overdue)
  const parts = {
    db,
    clock,
    log,
    renderer: { check: async () => undefined, draw: drawFeed },
    publisher: { countFailing: () => 0, countWaiting: countAll },
    metrics: new Registry(),
    readDisks: async () => [],
    nodeName: null,
    searchRecorder,
    findSession: createSessionReader(db, clock),
    market: figuresOfMay,
    secondSource: null,
    alerts: createAlerts({ db, clock, log }, null),
    backups,
    queueChange,
    isOwnPath,
    changeFigures:
      thread?.changeFigures ?? createJobsHere({ ...setting, queueChange, isOwnPath, ...given, db }),
    dataDir: dirname(file),
    ...given
  }
  const collector = given.collector ?? createCollector(parts)
  const schedule = createSchedule({ ...parts, collector }, null)
  const services: Services = { collector, schedule, ...parts }
  const app = createApp(services, {
    siteDir,
    siteUrl: 'http://localhost:4321',
    previewHosts: [],
    trustProxy: true,
    limits: noLimits,
    callsPerMinute: noLimits.perHour,
    ...options
  })
  const place = { host: '127.0.0.1', port: 0, maxConnections }
  const { server, url } = await listen(app, patienceMs === undefined ? place : { ...place, patienceMs })

  return {
    url,
    db,
    services,
    logged,
    post: async (path, body, headers) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const init = { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...headers } }
      return readAnswer(await fetch(url + path, init))
    },
    get: async (path, headers = {}) => readAnswer(await fetch(url + path, { headers, redirect: 'manual' })),
    send: async (method, path, body, headers) => {
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
      const sent = { 'content-type': 'application/json', ...headers }
      return readAnswer(
        await fetch(url + path, { method, body: text ?? null, headers: sent, redirect: 'manual' })
      )
    },
    refresh: () =>
      writeTransaction(db, (trx) =>
        refreshEstimates(trx, { now: clock(), queueChange: services.queueChange })
      ),
    signIn: async () => {
      const token = await openSession(db, { ip: '192.0.2.7', userAgent: 'test' }, clock())
      return { cookie: `doubloon-session=${token}`, [adminMarker.name]: adminMarker.value }
    },
    stop: async () => {
      await closeServer(server)
      await searchRecorder.flush()
      await thread?.stop()
      await backups.stop()
      await db.destroy()
      await rm(dirname(file), { recursive: true, force: true })
    }
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? await response.json() : await response.text()
  }
}
