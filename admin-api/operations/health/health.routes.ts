import { Router } from 'express'
import { type Connection, readConnections } from '../../contract/connections.ts'
import { type Health, readHealth } from '../../contract/health.ts'
import { type Readiness, readReadiness } from '../../contract/ready.ts'
import { findNewestPriceDay } from '../../funds/funds.db.ts'
import { findHeldLeases, type Lease } from '../../platform/database/leases/leases.db.ts'
import { isOfThisProcess } from '../../platform/database/leases/take-lease.ts'
import { findStorageFault } from '../../platform/files/storage-fault.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { together, within } from './in-time.ts'
import { findLackOfRoom } from './probe-disks.ts'
import {
  countWaitingPages,
  probeBackups,
  probeDatabase,
  probeFigures,
  probeMarketData,
  probePublisher,
  probeRenderer,
  probeSecondSource
} from './probes.ts'
import { createWriteProbe } from './write-probe.ts'

/**
 * What the service stands on: in a word for whoever watches it, part by part for the operator.
 * @param findProxyFault what the operator should set right about the proxy in front; null where nothing is wrong
 */
export function createHealthRoutes(services: Services, findProxyFault: () => string | null): Router {
  const { db, findSession, log } = services
  const router = Router()
  const probeWriting = createWriteProbe(services)

  /** One part that fails must not hide the others. */
  async function probe(name: string, check: () => Promise<Connection>): Promise<Connection> {
    try {
      return await check()
    } catch (error) {
      // Of a database that went away the log has a line already.
      if (isAway(error)) return { status: 'degraded', detail: awayReason }
      log.error({ err: error }, `the ${name} does not answer`)
      return { status: 'down', detail: `The ${name} does not answer; see the log of the service.` }
    }
  }
  const database = () => probe('database', () => probeDatabase(services, probeWriting))
  const backups = () => probe('record of backups', () => probeBackups(services))
  const publisher = () => probe('publisher', () => probePublisher(services))
  const renderer = () => probe('page renderer', () => probeRenderer(services))

  async function findHealth(): Promise<Health> {
    const stored = await database()
    // Nothing else can be asked, and the reason is this one.
    if (stored.status === 'down' || stored.detail === awayReason)
      return withoutDatabase(stored.status, stored.detail)
    const others = [probe('market data', () => probeFigures(services)), publisher(), renderer(), backups()]
    const reasons = [stored, ...(await Promise.all(others))]
      .filter(({ status }) => status !== 'ok')
      .map(({ detail }) => detail)
    reasons.push(...(await services.readDisks()).flatMap((disk) => findLackOfRoom(disk) ?? []))
    const proxyFault = findProxyFault()
    if (proxyFault !== null) reasons.push(proxyFault)
    const { waiting } = await countWaitingPages(services)
    const as_of = await findNewestPriceDay(db)
    const status = reasons.length === 0 ? 'ok' : 'degraded'
    const second_source = (await probeSecondSource(services))?.detail ?? null
    return { status, reasons, second_source, as_of, pages_waiting: waiting }
  }

  async function findReadiness(): Promise<Readiness> {
    const nodeOf = (lease: Lease): 'here' | 'elsewhere' => (isOfThisProcess(lease) ? 'here' : 'elsewhere')
    const look = async () => {
      const background = (await findHeldLeases(db)).find(({ name }) => name === 'background')
      const { waiting } = await countWaitingPages(services)
      return { waiting, work: background === undefined ? ('nobody' as const) : nodeOf(background) }
    }
    const [pages, drawing] = await Promise.all([within(longestLookMs, look()).catch(() => null), renderer()])
    const isThere = pages !== null
    // One that is slow has many pages to draw, as after a start: no reason to send visitors of files elsewhere.
    const draws = drawing.status !== 'down'
    return {
      ready: isThere && draws,
      database: isThere ? 'ok' : 'down',
      renderer: draws ? 'ok' : 'down',
      pages_waiting: pages?.waiting ?? null,
      background_work: pages?.work ?? null
    }
  }

  // Anybody may ask, as often as he likes: one look at a time serves all who ask meanwhile.
  const lookAtHealth = together(findHealth)
  route(router, readHealth, async (): Promise<Health> => {
    const health = await within(longestLookMs, lookAtHealth()).catch((error: unknown) => {
      if (isAway(error)) return withoutDatabase('degraded', awayReason)
      throw error
    })
    return health ?? withoutDatabase('degraded', 'The database takes long to answer.')
  })
  route(router, readReadiness, together(findReadiness))

  route(
    router,
    readConnections,
    async () => {
      const market = probe('market data', () => probeMarketData(services))
      const parts = await Promise.all([database(), market, publisher(), renderer(), backups()])
      const second_source = await probeSecondSource(services)
      return {
        database: parts[0],
        market_data: parts[1],
        second_source,
        publisher: parts[2],
        renderer: parts[3],
        backups: parts[4]
      }
    },
    { findSession }
  )

  return router
}

/** Whoever asks how we are must not wait longer for it. */
const longestLookMs = 2000

/** The pages are files: they are served all the same, so that a start of the process anew would make nothing better. */
const awayReason = "The database can't be reached: pages are served, and calls are refused until it is back."

function isAway(error: unknown): boolean {
  const fault = findStorageFault(error)
  return fault === 'away' || fault === 'busy'
}

function withoutDatabase(status: Health['status'], reason: string): Health {
  return { status, reasons: [reason], second_source: null, as_of: null, pages_waiting: null }
}
