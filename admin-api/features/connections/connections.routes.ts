import { Router } from 'express'
import { type Connection, readConnections } from '../../contract/connections.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { probeDatabase, probeMarketData, probePublisher, probeRenderer } from './probes.ts'

export function createConnectionsRoutes(services: Services): Router {
  const { findSession, log } = services
  const router = Router()

  /** One part that fails must not hide the others. */
  async function probe(name: string, ask: (services: Services) => Promise<Connection>): Promise<Connection> {
    try {
      return await ask(services)
    } catch (error) {
      log.error({ err: error }, `the ${name} does not answer`)
      return { status: 'down', detail: `The ${name} does not answer; the log of the service says why.` }
    }
  }

  route(
    router,
    readConnections,
    async () => {
      const [database, market_data, publisher, renderer] = await Promise.all([
        probe('database', probeDatabase),
        probe('market data', () => probeMarketData(services)),
        probe('publisher', probePublisher),
        probe('page renderer', probeRenderer)
      ])
      return { database, market_data, publisher, renderer }
    },
    { findSession }
  )

  return router
}
