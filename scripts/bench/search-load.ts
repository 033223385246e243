import { spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import type { Figure } from './report.ts'

/** Every request comes from a different visitor, because the rate limit is per visitor. */
let visitor = 0
function nextVisitor(): string {
  visitor += 1
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
}

/** Searches for `seconds` at `rate` requests per second, or as fast as possible. Times in ms. */
async function loadSearch(url: string, symbols: readonly string[], seconds: number, rate?: number) {
  return await autocannon({
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
  const rate = Math.round(full.requests.average)
  const bareRate = Math.round(reference.requests.average)
  return [
    {
      what: 'search at 500 requests/s, p99',
      measured: `${steady.latency.p99} ms (p50 ${steady.latency.p50} ms, ${steady.non2xx} refused)`,
      budget: '10 ms'
    },
    {
      what: 'search throughput against a bare Express route',
      measured: `${rate} of ${bareRate} requests/s = ${((rate / bareRate) * 100).toFixed(0)} % (${full.non2xx} refused)`,
      budget: 'at least 50 %'
    }
  ]
}
