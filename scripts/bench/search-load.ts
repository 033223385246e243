import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import autocannon from 'autocannon'
import express from 'express'

export type Load = { requestsPerSecond: number; p50: number; p99: number; refused: number }

/** Every request comes from another visitor, or the per-visitor limits would be what is measured. */
let visitor = 0
function nextVisitor(): string {
  visitor += 1
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
}

/** POST {"symbol"} for `seconds`; `rate` in requests a second, or as fast as it goes. Times in ms. */
export async function loadSearch(
  url: string,
  symbols: readonly string[],
  seconds: number,
  rate?: number
): Promise<Load> {
  const result = await autocannon({
    url,
    connections: 20,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => ({
          ...request,
          headers: { 'content-type': 'application/json', 'x-forwarded-for': nextVisitor() },
          body: JSON.stringify({ symbol: symbols[visitor % symbols.length] })
        })
      }
    ]
  })
  return {
    requestsPerSecond: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx
  }
}

/** The yardstick: one Express route that parses JSON and answers the same body without any work. */
export async function startBareRoute(body: object): Promise<{ url: string; close: () => void }> {
  const app = express()
  app.post('/bare', express.json(), (_request, response) => void response.json(body))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/bare`, close: () => server.close() }
}
