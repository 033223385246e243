import { spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import type { Figure } from './report.ts'

type Load = { requestsPerSecond: number; p50: number; p99: number; refused: number }

/** Every request comes from a different visitor, because the rate limit is per visitor. */
let visitor = 0
function nextVisitor(): string {
  visitor += 1
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
}

/** Searches for `seconds` at `rate` requests per second, or as fast as possible. Times in ms. */
async function loadSearch(
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

/** Starts the reference in a child process, because load generator and server must not share a thread. */
async function startBareRoute(body: object): Promise<{ url: string; close: () => void }> {
  const script = new URL('bare-route.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(body)], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [port] = await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${String(port).trim()}/bare`, close: () => child.kill() }
}

/** Measures search at 500 requests per second, and as fast as possible in comparison with a bare Express route. */
export async function measureSearch(origin: string, symbols: readonly string[]): Promise<Figure[]> {
  const search = `${origin}/api/stock/search`
  const answer = await fetch(search, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ symbol: symbols[0] })
  })
  const bare = await startBareRoute(await answer.json())
  await loadSearch(search, symbols, 3)
  const steady = await loadSearch(search, symbols, 8, 500)
  const full = await loadSearch(search, symbols, 8)
  const reference = await loadSearch(bare.url, symbols, 8)
  bare.close()
  const share = (full.requestsPerSecond / reference.requestsPerSecond) * 100
  return [
    {
      what: 'search at 500 requests/s, p99',
      measured: `${steady.p99} ms (p50 ${steady.p50} ms, ${steady.refused} refused)`,
      budget: '10 ms'
    },
    {
      what: 'search throughput against a bare Express route',
      measured: `${full.requestsPerSecond} of ${reference.requestsPerSecond} requests/s = ${share.toFixed(0)} % (${full.refused} refused)`,
      budget: 'at least 50 %'
    }
  ]
}
