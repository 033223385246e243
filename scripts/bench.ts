// Measures every budget of the README on this machine and prints it next to its limit.
// When: by hand, `npm run bench`, before and after work on speed; needs a current build (`npm run build`).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimateFunds } from '../admin-api/estimator/estimator.ts'
import { isPostgresUrl } from '../admin-api/platform/database/drivers/postgres.ts'
import { operatorPassword } from '../admin-api/testing/operator.ts'
import { waitUntilPublished } from '../admin-api/testing/wait-until-published.ts'
import { readDataFolder } from '../data/read-facts.ts'
import { readHistories } from './backtest/read-histories.ts'
import { scorePages, timeFirstVisits, weighPages } from './bench/browser.ts'
import { measureMachine } from './bench/calibration.ts'
import { timeLargePortfolio } from './bench/large-portfolio.ts'
import { benchOnPostgres } from './bench/on-postgres.ts'
import { measureOperatorAtWork } from './bench/operator-at-work.ts'
import { timeChangedPrice, timePublishing } from './bench/publishing.ts'
import { printReport, report, setMachineFactor } from './bench/report.ts'
import { measureSavesUnderLoad } from './bench/saves-under-load.ts'
import { measureSearch } from './bench/search-load.ts'
import { startTimed } from './bench/timed-start.ts'
import { weighYearOfSearches } from './bench/year-of-searches.ts'
import { readOptions, text } from './command.ts'
import { hashOfService, hashOfSources, readCurrentBuild } from './source-hash.ts'

const { database } = readOptions(
  {
    database: text(
      'PLACE',
      'only what the database affects, on SQLite and on PostgreSQL: postgres for a temporary server, or postgres://user:password@host/name'
    )
  },
  (given) => {
    if (given.database !== undefined && given.database !== 'postgres' && !isPostgresUrl(given.database))
      throw new Error(`--database needs postgres or a postgres:// address, got ${given.database}.`)
  }
)
// Measurements must not depend on a network.
process.env['MARKET_DATA'] = 'embedded'
// With a stale build, the timed first start would build the site or load the service from its sources.
const buildDir = process.env['BUILD_DIR'] || 'dist'
const { id, service } = await readCurrentBuild(buildDir)
// A build outside of the project contains no service.
if (id !== hashOfSources() || (service !== null && service !== hashOfService())) {
  console.error(`Nothing was measured: there is no build of these sources in ${buildDir}; run npm run build.`)
  process.exit(1)
}
const { factor, parts } = measureMachine()
setMachineFactor(factor)
console.log(
  `This machine has factor ${factor.toFixed(2)}, and times are divided by it before they are judged: ` +
    `JavaScript ${Math.round(parts.javascript)} ms, SQLite ${Math.round(parts.sqlite)} ms, file writes ${Math.round(parts.files)} ms.`
)
const facts = readDataFolder()
const histories = readHistories(facts.funds).funds
const priceDays = facts.prices.map(({ date }) => date).sort()
const newestDay = priceDays.at(-1) ?? ''
for (const run of ['cold', 'warm']) {
  const startedAt = performance.now()
  estimateFunds(histories, newestDay)
  const value = Math.round(performance.now() - startedAt)
  report({
    what: `${histories.length} funds estimated from scratch, ${run}`,
    measured: `${value} ms`,
    budget: '1000 ms',
    time: { value, limit: 1000 }
  })
}

report(timeLargePortfolio(facts, 10_000))

const symbols = facts.funds.map((fund) => fund.symbol)
// Funds without an estimate answer 404 and would count as refused.
const estimated = symbols.filter((symbol) => !['ABNY', 'DISO', 'FEAT', 'FIVY', 'JPMO'].includes(symbol))
if (database === undefined) await benchAll()
else await benchOnPostgres(database === 'postgres' ? null : database, estimated)
printReport()

async function benchAll(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-bench-'))
  const environment = {
    DATA_DIR: join(folder, 'data'),
    SITE_DIR: join(folder, 'site'),
    ADMIN_PASSWORD: operatorPassword
  }
  const first = await startTimed(environment)
  report({
    what: 'first page of a new database',
    measured: `${first.milliseconds} ms after the start`,
    budget: '3000 ms',
    time: { value: first.milliseconds, limit: 3000 }
  })
  const firstPageAt = performance.now()
  await waitUntilPublished(first.origin)
  const allPagesMs = Math.round(performance.now() - firstPageAt)
  report({
    what: `all pages of ${histories.length} funds in a new database`,
    measured: `${allPagesMs} ms after the first`,
    budget: '6000 ms',
    time: { value: allPagesMs, limit: 6000 }
  })
  const cpuSeconds = first.usage()?.cpuSeconds
  if (cpuSeconds !== undefined)
    report({
      what: 'processor time until all pages are written, with start and database',
      measured: `${cpuSeconds.toFixed(1)} s`,
      budget: '20 s',
      time: { value: cpuSeconds, limit: 20 }
    })
  await first.stop()
  const { showing, all } = await timeChangedPrice(environment)
  report({
    what: "one changed price: the fund's page and data, and the lists",
    measured: `${showing.milliseconds} ms for ${showing.files} pages`,
    budget: '1000 ms',
    time: { value: showing.milliseconds, limit: 1000 }
  })
  report({
    what: 'one changed price: all pages that show it or a rank',
    measured: `${all.milliseconds} ms for ${all.files} pages`,
    budget: '10000 ms',
    time: { value: all.milliseconds, limit: 10_000 }
  })
  const server = await startTimed(environment)
  const { origin } = server
  report({
    what: 'first page of a later start',
    measured: `${server.milliseconds} ms`,
    budget: '800 ms',
    time: { value: server.milliseconds, limit: 800 }
  })

  for (const figure of await measureSearch(origin, estimated)) report(figure)
  for (const figure of await weighYearOfSearches(symbols)) report(figure)
  for (const { posts, median, slowest, answer } of await timePublishing([10, 1000, 10_000]))
    report({
      what: `publish one post, with ${posts.toLocaleString('en-US')} in the blog`,
      measured: `${median} ms after the response (slowest of 15: ${slowest} ms; the response takes ${answer} ms)`,
      budget: '300 ms'
    })

  const weighed = ['/', '/msty', '/fleet', '/compare', '/weekly-battle', '/roi-rankings']
  for (const { path, scriptKb, scripts, htmlKb } of await weighPages(origin, weighed))
    report({
      what: `script on ${path} before interaction`,
      measured: `${scriptKb} kB in ${scripts} files (HTML ${htmlKb} kB with Brotli)`,
      budget: path === '/' || path === '/msty' ? '45 kB' : '90 kB'
    })

  for (const { path, readableMs, usableMs } of await timeFirstVisits(origin, ['/', '/msty'])) {
    const line = 'at 1.6 Mbit/s, 150 ms and a quarter of the speed'
    for (const [what, value, limit] of [
      ['text readable', readableMs, 1500],
      ['search usable', usableMs, 2000]
    ] as const)
      report({
        what: `${what} on a first visit to ${path} ${line}`,
        measured: `${value} ms`,
        budget: `${limit} ms`,
        time: { value, limit }
      })
  }

  const scored = [
    '/',
    '/msty',
    '/learn',
    '/blog',
    '/weekly-battle',
    '/roi-rankings',
    '/accuracy',
    '/calendar'
  ]
  const scores = await scorePages(origin, scored)
  if (scores === null) console.log('Lighthouse skipped: no Chromium found.')
  for (const [path, score] of scores ?? [])
    report({
      what: `Lighthouse mobile ${path}`,
      measured: `performance ${score.performance}, accessibility ${score.accessibility}, best practices ${score.bestPractices}, SEO ${score.seo}, CLS ${score.layoutShift.toFixed(3)}, LCP ${score.largestPaintMs} ms`,
      budget: '98 / 100 / 100 / 100, CLS 0'
    })
  const megabytes = server.usage()?.megabytes
  if (megabytes !== undefined)
    report({ what: 'memory of the server afterwards', measured: `${megabytes} MB`, budget: '400 MB' })
  // Last, because they change the payment history.
  report(await measureOperatorAtWork(origin))
  await server.stop()
  if (process.platform === 'linux')
    for (const figure of await measureSavesUnderLoad(environment)) report(figure)
  await rm(folder, { recursive: true, force: true })
}
