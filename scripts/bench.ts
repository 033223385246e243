// What for: measures every budget of the README on this machine and prints it beside its limit.
// When: by hand, `npm run bench`, before and after work on speed. Needs a build (`npm run build`).
// `-- --database postgres` measures what another database could change, beside SQLite: on a server of its own, or on the
// one whose address is given in the place of `postgres`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isPostgresUrl } from '../admin-api/platform/database/dialect/postgres.ts'
import { estimateFunds } from '../admin-api/estimator/estimator.ts'
import { operatorPassword } from '../admin-api/testing/real-server.ts'
import { waitUntilPublished } from '../admin-api/testing/wait-until-published.ts'
import { readDataFolder } from '../data/read-facts.ts'
import { readHistories } from './backtest/read-histories.ts'
import { timeChangedPrice } from './bench/changed-price.ts'
import { scorePages } from './bench/lighthouse-scores.ts'
import { benchOnPostgres } from './bench/on-postgres.ts'
import { measureOperatorAtWork } from './bench/operator-at-work.ts'
import { weighPages } from './bench/page-weight.ts'
import { timePublishing } from './bench/publish-posts.ts'
import { printReport, report } from './bench/report.ts'
import { measureSearch } from './bench/search-load.ts'
import { startTimed } from './bench/timed-start.ts'
import { weighYearOfSearches } from './bench/year-of-searches.ts'

const { values: options } = parseArgs({ options: { database: { type: 'string' } } })
if (options.database !== undefined && options.database !== 'postgres' && !isPostgresUrl(options.database)) {
  console.error('usage: npm run bench [-- --database postgres | postgres://user:password@host/name]')
  process.exit(2)
}

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

const symbols = facts.funds.map((fund) => fund.symbol)
// Funds without an estimate answer 404 and would count as refused.
const estimated = symbols.filter((symbol) => !['ABNY', 'DISO', 'FEAT', 'FIVY', 'JPMO'].includes(symbol))
if (options.database !== undefined) {
  await benchOnPostgres(options.database === 'postgres' ? null : options.database, estimated)
  printReport()
  process.exit()
}

const folder = await mkdtemp(join(tmpdir(), 'doubloon-bench-'))
const places = {
  DATA_DIR: join(folder, 'data'),
  SITE_DIR: join(folder, 'site'),
  ADMIN_PASSWORD: operatorPassword
}
const first = await startTimed(places)
report('first page of a new database', `${first.milliseconds} ms after the start`, '3000 ms')
const firstPageAt = performance.now()
await waitUntilPublished(first.origin)
report(
  'all pages from nothing',
  `${Math.round(performance.now() - firstPageAt)} ms after the first`,
  '3000 ms'
)
await first.stop()
const { files, milliseconds } = await timeChangedPrice(places)
report('one changed price', `${milliseconds} ms for the ${files} pages that show it`, '1000 ms')
const server = await startTimed(places)
const { origin } = server
report('first page of a later start', `${server.milliseconds} ms`, '1000 ms')

for (const { what, measured, budget } of await measureSearch(origin, estimated))
  report(what, measured, budget)

for (const { what, measured, budget } of await weighYearOfSearches(symbols)) report(what, measured, budget)

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
// Last, because it alters the history.
const { what, measured, budget } = await measureOperatorAtWork(origin)
report(what, measured, budget)
await server.stop()
await rm(folder, { recursive: true, force: true })
printReport()
