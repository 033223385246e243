import { spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

export type Load = { requestsPerSecond: number; p50: number; p99: number; refused: number }

/** Every request comes from another visitor; else the limits per visitor would be measured. */
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

/** The yardstick, in a process of its own: load generator and server must not share a thread. */
export async function startBareRoute(body: object): Promise<{ url: string; close: () => void }> {
  const script = new URL('bare-route.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(body)], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [port] = await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${String(port).trim()}/bare`, close: () => child.kill() }
}
