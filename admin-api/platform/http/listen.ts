import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Express } from 'express'
import { checkEveryMs, cutSlowClients } from './slow-clients.ts'

const millisecondsToFinish = 5_000

export type Listening = { server: Server; url: string }

export type Place = {
  host: string
  port: number
  /** Connections beyond these are closed at once. */
  maxConnections: number
  /** How long a client may keep us waiting; another time than the product's for a test. */
  patienceMs?: number
}

/** @throws Error with one sentence when the port is taken. */
export async function listen(app: Express, place: Place): Promise<Listening> {
  const server = createServer({ connectionsCheckingInterval: checkEveryMs(place.patienceMs) }, app)
  server.maxConnections = place.maxConnections
  cutSlowClients(server, place.patienceMs)
  server.listen(place.port, place.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`port ${place.port} is in use; stop what runs there or set PORT to another one.`)
    }
    throw error
  }
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : place.port
  return { server, url: `http://${nameOf(place.host)}:${port}` }
}

/** Takes no new requests and lets those under way end, for a while. */
export async function closeServer(server: Server): Promise<void> {
  const lastCall = setTimeout(() => server.closeAllConnections(), millisecondsToFinish)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(lastCall)
}

function nameOf(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
