import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Logger, pino } from 'pino'
import { Registry } from 'prom-client'
import { toFeed } from '../../site/calendar/feed-events.ts'
import { writeFeed } from '../../site/calendar/icalendar.ts'
import { writeNewsFeed } from '../../site/calendar/news-feed.ts'
import { createSessionReader, openSession } from '../accounts/sessions.ts'
import { type AppOptions, createApp, type Services } from '../app.ts'
import { createSchedule } from '../collection/collection-schedule.ts'
import { createCollector } from '../collection/collector.ts'
import { createSourceSwitches, type SourceSwitches } from '../collection/sources/source-switches.ts'
import { createSourceUse } from '../collection/sources/source-use.ts'
import { adminMarker } from '../contract/headers.ts'
import type { PageModel } from '../contract/page-models.ts'
import { openBackOffice } from '../estimates/back-office.ts'
import { findChangedFacts } from '../estimates/changed-facts.ts'
import { deriveFiguresJob } from '../estimates/derive-figures.ts'
import { createAlerts } from '../operations/alerts/alerts.ts'
import { copyDatabase, createBackups } from '../operations/backups/backups.ts'
import type { Db } from '../platform/database/schema.ts'
import { closeServer, type ListenOptions, listen } from '../platform/http/listen.ts'
import { requestIdMixin } from '../platform/http/request-log.ts'
import type { AnyPage } from '../publishing/page-kind.ts'
import { createPageQueue } from '../publishing/page-queue.ts'
import type { RecordedSearch } from '../search/search-history.db.ts'
import { createSearchRecorder, saveSearches } from '../search/search-recorder.ts'
import { findBundledProgram } from './bundled-programs.ts'
import { type Content, openTestDatabase, seededAt } from './database.ts'
import { mayFacts } from './may-facts.ts'
import { pages } from './pages.ts'
import { refreshFigures } from './refresh-figures.ts'
import { createJobsHere } from './run-jobs-here.ts'

export type TestApi = {
  url: string
  db: Db
  services: Services
  /** Log lines of level warn or above. */
  logged: string[]
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** Refreshes all estimates, as every change of figures does. @returns funds that are shown differently */
  refresh: () => Promise<readonly string[]>
  /** Opens a session. @returns its headers */
  signIn: () => Promise<Record<string, string>>
  close: () => Promise<void>
}

type Answer = { status: number; headers: Headers; body: unknown }

export type TestOptions = Partial<AppOptions> & {
  content?: Content
  /** By default those of a new installation with a real contact address. */
  makeSwitches?: (db: Db) => SourceSwitches
  /** Replaces services, for example with market data that fails. */
  services?: Partial<Services>
  /** Runs jobs in a thread, as the service does; it takes half a second to start. */
  hasBackOffice?: boolean
  listening?: Partial<ListenOptions>
}

const noLimits = { perSecond: 10_000, burst: 20_000, perHour: 100_000 }

/** Starts a server on a free port, with its own database. */
export async function startApi({
  content = 'figures',
  services: given = {},
  makeSwitches = (db) => createSourceSwitches(db, { given: {}, hasContact: true }),
  hasBackOffice = false,
  listening = {},
  ...options
}: TestOptions = {}): Promise<TestApi> {
  const { db, folder: dataDir, close } = await openTestDatabase(content)
  const logged: string[] = []
  const log: Logger = pino(
    { level: 'warn', mixin: requestIdMixin },
    { write: (line: string) => void logged.push(line) }
  )
  const clock = given.clock ?? (() => seededAt)
  const backupDir = join(dataDir, 'backups')
  const siteDir = join(dataDir, 'site')
  const { queueChange, isOwnPath } = pages
  const setting = { clock, log, backupFolder: backupDir }
  const backOffice = hasBackOffice
    ? openBackOffice(pathToFileURL(await findBundledProgram('admin-api/back-office-worker.ts')), db, setting)
    : null
  const runJob = backOffice?.runJob ?? createJobsHere({ ...setting, queueChange, isOwnPath, ...given, db })
  const store = (searches: readonly RecordedSearch[]) => runJob(saveSearches, searches)
  const searchRecorder = createSearchRecorder({ store, clock, log })
  const makeCopy = () => runJob(copyDatabase, null)
  const backups = createBackups({ db, clock, log, backupDir, command: null, makeCopy })
  const parts = {
    db,
    clock,
    log,
    renderer: { check: async () => undefined, render: renderFeed },
    publisher: {
      countFailing: () => 0,
      // Nothing renders here, so every page in the change log is waiting.
      countWaiting: (overdue: Date) => createPageQueue({ db, siteDir, log }).count(overdue)
    },
    metrics: new Registry(),
    readDisks: async () => [],
    instanceName: null,
    searchRecorder,
    findSession: createSessionReader(db, clock),
    market: mayFacts,
    secondSource: null,
    announcements: [],
    listFunds: null,
    edgar: null,
    holdingsReader: null,
    readCloses: null,
    switches: makeSwitches(db),
    use: createSourceUse(db, clock),
    canCollect: true,
    alerts: createAlerts({ db, clock, log }, null),
    backups,
    queueChange,
    isOwnPath,
    runJob,
    findJobFault: () => null,
    isStopping: () => false,
    dataDir,
    backupDir,
    siteName: 'localhost:4321',
    restart: null,
    // Otherwise links would name the address of the test's server.
    givenVariables: ['SITE_URL'],
    pushHosts: [],
    witnessHosts: [],
    version: '1.2.3',
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
  const { server, url } = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    maxConnections: 1000,
    ...listening
  })
  // Idle connections stay open: on a stalled machine a request could follow on one that was just closed.
  server.keepAliveTimeout = 0

  /** Answers don't wait for the figures that follow from a change; the next request of a test finds them. */
  const derive = async () => {
    if ((await findChangedFacts(db)) !== null) await runJob(deriveFiguresJob, null)
  }
  const request = async (path: string, init: RequestInit) => {
    const answer = await readAnswer(await fetch(url + path, { redirect: 'manual', ...init }))
    if (init.method !== undefined && init.method !== 'GET') await derive()
    return answer
  }
  const send: TestApi['send'] = (method, path, body, headers) =>
    request(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : (JSON.stringify(body) ?? null)
    })
  return {
    url,
    db,
    services,
    logged,
    send,
    post: (path, body, headers) => send('POST', path, body, headers),
    get: (path, headers = {}) => request(path, { headers }),
    refresh: () => refreshFigures({ db, now: clock(), queueChange: services.queueChange }),
    signIn: async () => {
      const token = await openSession(db, { ip: '192.0.2.7', userAgent: 'test' }, clock())
      return { cookie: `doubloon-session=${token}`, [adminMarker.name]: adminMarker.value }
    },
    close: async () => {
      await closeServer(server)
      await searchRecorder.flush()
      await backOffice?.stop()
      await backups.stop()
      await close()
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

/** Renders feeds like the routes of the site, which need a build. */
export async function renderFeed(path: string, model: AnyPage): Promise<string> {
  const page = model as PageModel
  const place = { siteUrl: 'https://doubloon.example', path, today: '2026-06-01' }
  if (page.kind === 'calendar-feed') return writeFeed(toFeed(page, place))
  if (page.kind === 'chosen-news') return writeNewsFeed(page, place)
  throw new TypeError(`no feed is rendered from ${page.kind}`)
}
