// What for: measures every budget of the README on this machine and prints it beside its limit.
// When: by hand, `npm run bench`, before and after work on speed. Needs a build (`npm run build`).
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimateFunds } from '../admin-api/estimator/estimator.ts'
import { waitUntilPublished } from '../admin-api/testing/wait-until-published.ts'
import { readDataFolder } from '../data/read-facts.ts'
import { readHistories } from './backtest/read-histories.ts'
import { scorePages } from './bench/lighthouse-scores.ts'
import { weighPages } from './bench/page-weight.ts'
import { timePublishing } from './bench/publish-posts.ts'
import { loadSearch, startBareRoute } from './bench/search-load.ts'

const rows: { what: string; measured: string; budget: string }[] = []
function report(what: string, measured: string, budget: string): void {
  rows.push({ what, measured, budget })
  console.log(`${what}: ${measured} (budget: ${budget})`)
}

const folder = await mkdtemp(join(tmpdir(), 'doubloon-bench-'))
const port = await freePort()
const origin = `http://127.0.0.1:${port}`

const facts = readDataFolder()
const histories = readHistories(facts.funds, 'data/dividends.csv', 'data/prices.csv').funds
const newestDay =
  facts.prices
    .map(({ date }) => date)
    .toSorted()
    .at(-1) ?? ''
for (const run of ['cold', 'warm']) {
  const startedAt = performance.now()
  estimateFunds(histories, newestDay)
  report(
    `66 funds estimated from scratch, ${run}`,
    `${Math.round(performance.now() - startedAt)} ms`,
    '1000 ms'
  )
}

const first = await startServer()
report('first start with a new database', `${first.milliseconds} ms`, '10000 ms')
await waitUntilPublished(origin)
await first.stop()
const server = await startServer()
report('later start', `${server.milliseconds} ms`, '2000 ms')

const symbols = facts.funds.map((fund) => fund.symbol)
const answer = await fetch(`${origin}/api/stock/search`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"symbol":"MSTY"}'
})
const bare = await startBareRoute(await answer.json())
const search = `${origin}/api/stock/search`
// Funds without an estimate answer 404 and would count as refused.
const estimated = symbols.filter((symbol) => !['ABNY', 'DISO', 'FEAT', 'FIVY', 'JPMO'].includes(symbol))
await loadSearch(search, estimated, 3)
const steady = await loadSearch(search, estimated, 8, 500)
report(
  'search at 500 requests/s, p99',
  `${steady.p99} ms (p50 ${steady.p50} ms, ${steady.refused} refused)`,
  '10 ms'
)
const full = await loadSearch(search, estimated, 8)
const yardstick = await loadSearch(bare.url, estimated, 8)
const share = (full.requestsPerSecond / yardstick.requestsPerSecond) * 100
report(
  'search throughput against a bare Express route',
  `${full.requestsPerSecond} of ${yardstick.requestsPerSecond} requests/s = ${share.toFixed(0)} % (${full.refused} refused)`,
  'at least 50 %'
)
bare.close()

for (const time of await timePublishing([10, 1000, 10_000])) {
  report(
    `publish one post, with ${time.posts.toLocaleString('en-US')} in the blog`,
    `${time.median} ms after the answer (slowest of 15: ${time.slowest} ms; the answer takes ${time.answer} ms)`,
    '300 ms'
  )
}

for (const weight of await weighPages(origin, [
  '/',
  '/msty',
  '/fleet',
  '/compare',
  '/weekly-battle',
  '/roi-rankings'
])) {
  report(
    `script on ${weight.path} before a touch`,
    `${weight.scriptKb} kB in ${weight.scripts} files (HTML ${weight.htmlKb} kB)`,
    '90 kB'
  )
}

const scores = await scorePages(origin, [
  '/',
  '/msty',
  '/learn',
  '/blog',
  '/weekly-battle',
  '/roi-rankings',
  '/accuracy',
  '/calendar'
])
if (scores === null) console.log('Lighthouse left out: no Chromium found.')
for (const [path, score] of scores ?? []) {
  report(
    `Lighthouse mobile ${path}`,
    `performance ${score.performance}, accessibility ${score.accessibility}, best practices ${score.bestPractices}, SEO ${score.seo}, CLS ${score.layoutShift.toFixed(3)}, LCP ${score.largestPaint} ms`,
    '98 / 100 / 100 / 100, CLS 0'
  )
}
await server.stop()
await rm(folder, { recursive: true, force: true })
console.table(rows)

/** The real server as a child, timed from spawn to its first healthy answer. */
async function startServer(): Promise<{ milliseconds: number; stop: () => Promise<void> }> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      SITE_DIR: join(folder, 'site'),
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error'
    },
    stdio: ['ignore', 'ignore', 'inherit']
  })
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  while (!(await isHealthy())) {
    if (child.exitCode !== null) throw new Error(`the server stopped with code ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const milliseconds = Math.round(performance.now() - startedAt)
  return {
    milliseconds,
    stop: () => {
      child.kill('SIGTERM')
      return closed
    }
  }
}

async function isHealthy(): Promise<boolean> {
  return fetch(`${origin}/api/health`).then(
    (response) => response.ok,
    () => false
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject()))
    })
  })
}
