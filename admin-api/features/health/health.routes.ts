import { Router } from 'express'
import { type Connection, readConnections } from '../../contract/connections.ts'
import { type Health, readHealth } from '../../contract/health.ts'
import { findNewestPriceDay } from '../../db/funds.db.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import {
  countWaitingPages,
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
      log.error({ err: error }, `the ${name} does not answer`)
      return { status: 'down', detail: `The ${name} does not answer; see the log of the service.` }
    }
  }
  const database = () => probe('database', () => probeDatabase(services, probeWriting))
  const publisher = () => probe('publisher', () => probePublisher(services))
  const renderer = () => probe('page renderer', () => probeRenderer(services))

  route(router, readHealth, async (): Promise<Health> => {
    const stored = await database()
    // Nothing else can be asked, and the reason is this one.
    if (stored.status === 'down')
      return {
        status: 'down',
        reasons: [stored.detail],
        second_source: null,
        as_of: null,
        pages_waiting: null
      }
    const others = [probe('market data', () => probeFigures(services)), publisher(), renderer()]
    const reasons = [stored, ...(await Promise.all(others))]
      .filter(({ status }) => status !== 'ok')
      .map(({ detail }) => detail)
    const proxyFault = findProxyFault()
    if (proxyFault !== null) reasons.push(proxyFault)
    const { waiting } = await countWaitingPages(services)
    const as_of = await findNewestPriceDay(db)
    const status = reasons.length === 0 ? 'ok' : 'degraded'
    const second_source = (await probeSecondSource(services))?.detail ?? null
    return { status, reasons, second_source, as_of, pages_waiting: waiting }
  })

  route(
    router,
    readConnections,
    async () => {
      const market = probe('market data', () => probeMarketData(services))
      const parts = await Promise.all([database(), market, publisher(), renderer()])
      const second_source = await probeSecondSource(services)
      return {
        database: parts[0],
        market_data: parts[1],
        second_source,
        publisher: parts[2],
        renderer: parts[3]
      }
    },
    { findSession }
  )

  return router
}
