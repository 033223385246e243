import { access, constants } from 'node:fs/promises'
import { probeSecondSource, probeSources, type SourceHealthParts } from '../../collection/source-health.ts'
import {
  type Connection,
  type Health,
  isFaulty,
  type Readiness,
  readConnections,
  readHealth,
  readPagesReadiness,
  readReadiness
} from '../../contract/system.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import { singleFlight, type WorkParts, within } from '../../platform/background.ts'
import { findHeldLeases, isOfThisProcess, type Lease } from '../../platform/database/leases/leases.ts'
import { findStorageFault } from '../../platform/files/storage-fault.ts'
import type { RouteParts, Routes } from '../../platform/http/route.ts'
import type { PageRenderer } from '../../publishing/render-threads.ts'
import { probeWitnesses } from '../witnesses/probe-witnesses.ts'
import { type DiskSpace, findLackOfRoom } from './disk-space.ts'
import {
  countWaitingPages,
  createWriteProbe,
  type MarketParts,
  type PublisherProbeParts,
  probeBackups,
  probeDatabase,
  probeDerivation,
  probeFigures,
  probeMarketData,
  probePublisher,
  probeRenderer
} from './probes.ts'

export type HealthParts = RouteParts &
  WorkParts &
  MarketParts &
  PublisherProbeParts &
  SourceHealthParts & {
    renderer: Pick<PageRenderer, 'check'>
    readDisks: () => Promise<DiskSpace[]>
    /** Returns why the back office couldn't start the last time it was needed; null if it did. */
    findJobFault: () => string | null
    /** Whether the process is shutting down; it serves requests until load balancers have noticed. */
    isStopping: () => boolean
    dataDir: string
    version: string
  }

/**
 * Health in one word for monitors, and part by part for the operator.
 * @param findAddressFaults returns advice about the proxy and the address of the site
 */
export function addHealthRoutes(
  { route }: Routes,
  parts: HealthParts,
  { siteDir, findAddressFaults }: { siteDir: string; findAddressFaults: () => string[] }
): void {
  const { db, log, secondSource } = parts
  const writeProbe = createWriteProbe(parts)

  /** Turns an error into a status, so that one part does not hide the others. */
  async function probe(name: string, check: () => Promise<Connection>): Promise<Connection> {
    try {
      return await check()
    } catch (error) {
      // An unreachable database is logged elsewhere.
      if (isAway(error)) return { status: 'degraded', detail: awayReason }
      log.error({ err: error }, `the ${name} does not answer`)
      return { status: 'down', detail: `The ${name} does not answer; see the log of the service.` }
    }
  }
  const database = () => probe('database', () => probeDatabase(db, writeProbe))
  const backups = () => probe('record of backups', () => probeBackups(parts))
  const witnesses = async () => {
    const state = await probe('list of witnesses', async () => (await probeWitnesses(parts)) ?? noWitnesses)
    return state === noWitnesses ? null : state
  }
  const publisher = () => probe('publisher', () => probePublisher(parts))
  const renderer = () => probe('page renderer', () => probeRenderer(parts.renderer))

  function withoutDatabase(status: Health['status'], reason: string): Health {
    const { version } = parts
    return {
      status,
      version,
      reasons: [reason],
      second_source: null,
      filings: null,
      sources: [],
      as_of: null,
      pages_waiting: null
    }
  }

  async function findHealth(): Promise<Health> {
    const databaseState = await database()
    // The other probes need the database.
    if (databaseState.status === 'down' || databaseState.detail === awayReason)
      return withoutDatabase(databaseState.status === 'down' ? 'down' : 'degraded', databaseState.detail)
    const others = [
      probe('market data', () => probeFigures(parts)),
      probe('calculation of figures', () => probeDerivation(parts)),
      publisher(),
      renderer(),
      backups()
    ]
    const cosigned = (await witnesses()) ?? noWitnesses
    const reasons = [databaseState, ...(await Promise.all(others)), cosigned]
      .filter(({ status }) => status !== 'ok')
      .map(({ detail }) => detail)
    reasons.push(...(await parts.readDisks()).flatMap((disk) => findLackOfRoom(disk) ?? []))
    const jobFault = parts.findJobFault()
    if (jobFault !== null) reasons.push(`No figure can be changed: ${jobFault}`)
    reasons.push(...findAddressFaults())
    const { waiting } = await countWaitingPages(parts)
    const as_of = await findNewestPriceDay(db)
    const status = reasons.length === 0 ? 'ok' : 'degraded'
    const second_source = (await probeSecondSource(db, secondSource))?.detail ?? null
    const probed = await probeSources(parts)
    return {
      status,
      version: parts.version,
      reasons,
      second_source,
      filings: probed.find(({ id }) => id === 'edgar')?.detail ?? filingsNotRead,
      sources: probed.filter(isFaulty).map(({ name, detail }) => `${name}: ${detail}`),
      as_of,
      pages_waiting: waiting
    }
  }

  async function findReadiness(): Promise<Readiness> {
    const readQueue = async () => {
      const background = (await findHeldLeases(db)).find(({ name }) => name === 'background')
      const { waiting } = await countWaitingPages(parts)
      return { waiting, work: findHolder(background) }
    }
    const [pages, rendering] = await Promise.all([
      within(timeoutMs, readQueue()).catch(() => null),
      renderer()
    ])
    const hasDatabase = pages !== null
    // A slow renderer is busy, as after a start; the files can be served.
    const canRender = rendering.status !== 'down'
    return {
      ready: hasDatabase && canRender && !parts.isStopping(),
      database: hasDatabase ? 'ok' : 'down',
      renderer: canRender ? 'ok' : 'down',
      pages_waiting: pages?.waiting ?? null,
      background_work: pages?.work ?? null
    }
  }

  // The endpoints are public, so concurrent requests share one check.
  const checkHealth = singleFlight(findHealth).run
  route(readHealth, async (): Promise<Health> => {
    const health = await within(timeoutMs, checkHealth()).catch((error: unknown) => {
      if (isAway(error)) return withoutDatabase('degraded', awayReason)
      throw error
    })
    return health ?? withoutDatabase('degraded', 'The database takes long to answer.')
  })
  route(readReadiness, singleFlight(findReadiness).run)
  route(readPagesReadiness, async () => {
    const hasFolder = await access(siteDir, constants.R_OK | constants.X_OK).then(
      () => true,
      () => false
    )
    return { ready: hasFolder && !parts.isStopping() }
  })

  route(readConnections, async () => {
    const market = probe('market data', () => probeMarketData(parts))
    const [databaseState, figures, pages, rendering, copies] = await Promise.all([
      database(),
      market,
      publisher(),
      renderer(),
      backups()
    ])
    const second_source = await probeSecondSource(db, secondSource)
    return {
      database: databaseState,
      market_data: figures,
      second_source,
      sources: await probeSources(parts),
      publisher: pages,
      renderer: rendering,
      backups: copies,
      witnesses: await witnesses()
    }
  })
}

const noWitnesses: Connection = { status: 'ok', detail: 'No witness is asked.' }

const filingsNotRead = 'Filings with the SEC are not read.'

/** Maximum duration of a check. */
const timeoutMs = 2000

/** Pages are files and still served, so a restart of the process would not help. */
const awayReason = "The database can't be reached: pages are served, and calls are refused until it is back."

function findHolder(lease: Lease | undefined): Readiness['background_work'] {
  if (lease === undefined) return 'nobody'
  return isOfThisProcess(lease) ? 'here' : 'elsewhere'
}

function isAway(error: unknown): boolean {
  const fault = findStorageFault(error)
  return fault === 'away' || fault === 'busy'
}
