// Measures every budget of docs/contributing.md on this machine and prints it next to its limit.
// When: by hand, `npm run bench`, before and after work on speed; needs a current build (`npm run build`).
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPostgresUrl } from '../admin-api/platform/database/drivers/postgres.ts'
import { operatorPassword } from '../admin-api/testing/operator.ts'
import { createPostgresDatabase, startPostgres } from '../admin-api/testing/postgres-server.ts'
import { waitUntilPublished } from '../admin-api/testing/wait-until-published.ts'
import { readDataFolder } from '../data/read-facts.ts'
import { scorePages, timeFirstVisits, timeTouches, weighPages } from './bench/browser.ts'
import { measureMachine } from './bench/calibration.ts'
import { measureFleetVisit } from './bench/fleet-visit.ts'
import { timeLargePortfolio } from './bench/large-portfolio.ts'
import { timeLongRecord } from './bench/long-record.ts'
import { measureMixedLoad } from './bench/mixed-load.ts'
import { measureOneClient } from './bench/one-client.ts'
import { measureOperatorAtWork, measureWrongBackup } from './bench/operator-at-work.ts'
import { timeOwnHoldings } from './bench/own-holdings.ts'
import { timeChangedPrice, timePublishing } from './bench/publishing.ts'
import { milliseconds, printReport, report, setMachineFactor } from './bench/report.ts'
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
      'only the budget of PostgreSQL: postgres for a temporary server, or postgres://user:password@host/name'
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
report(timeLargePortfolio(facts, 10_000))
report(timeOwnHoldings(10_000))
report(await timeLongRecord())

const symbols = facts.funds.map((fund) => fund.symbol)
// Funds without an estimate answer 404 and would count as refused.
const estimated = symbols.filter((symbol) => !['ABNY', 'DISO', 'FEAT', 'FIVY'].includes(symbol))
/** Posts in the blog when one more is published. */
const posts = 10_000
if (database === undefined) await benchAll()
else await benchOnPostgres(database)
printReport()

async function benchAll(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-bench-'))
  const environment = {
    DATA_DIR: join(folder, 'data'),
    SITE_DIR: join(folder, 'site'),
    ADMIN_PASSWORD: operatorPassword
  }
  const first = await startTimed(environment)
  report(milliseconds('first page of a new database', first.milliseconds, 3000))
  const firstPageAt = performance.now()
  await waitUntilPublished(first.origin)
  const allPages = `all pages of ${symbols.length} funds in a new database`
  report(milliseconds(allPages, performance.now() - firstPageAt, 6000, 'after the first'))
  const cpuSeconds = first.usage()?.cpuSeconds
  if (cpuSeconds !== undefined)
    report({
      what: 'processor time until all pages are written, with start and database',
      measured: `${cpuSeconds.toFixed(1)} s`,
      budget: '20 s',
      time: { value: cpuSeconds, limit: 20 }
    })
  await first.stop()
  report(...(await timeChangedPrice(environment)))
  const server = await startTimed(environment)
  const { origin } = server
  report(milliseconds('first page of a later start', server.milliseconds, 800))
  report(...(await measureSearch(origin, estimated)))
  report(await weighYearOfSearches(symbols))
  report(await timePublishing(posts, 300))
  const heavy = ['/', '/msty', '/fleet', '/compare', '/weekly-battle', '/roi-rankings']
  report(...(await weighPages(origin, heavy)))
  report(...(await timeFirstVisits(origin, ['/', '/msty'])))
  report(await measureFleetVisit(origin))
  report(
    ...(await timeTouches(origin, '/msty', /became/)),
    ...(await timeTouches(origin, '/compare', /from/))
  )
  const others = ['/learn', '/blog', '/weekly-battle', '/roi-rankings', '/accuracy', '/calendar']
  report(...(await scorePages(origin, ['/', '/msty', ...others], factor)))
  const readMegabytes = () => server.usage()?.megabytes ?? Number.NaN
  if (process.platform === 'linux') {
    report({ what: 'memory of the server afterwards', measured: `${readMegabytes()} MB`, budget: '400 MB' })
    report(...(await measureOneClient(origin, readMegabytes)))
    report(...(await measureWrongBackup(origin, readMegabytes)))
  }
  // Last, because they change the payment history.
  report(await measureOperatorAtWork(origin))
  if (process.platform === 'linux') report(await measureMixedLoad(origin, estimated, readMegabytes))
  await server.stop()
  if (process.platform === 'linux') report(...(await measureSavesUnderLoad(environment)))
  await rm(folder, { recursive: true, force: true })
}

async function benchOnPostgres(address: string): Promise<void> {
  const server =
    address === 'postgres' ? await startPostgres({ isDurable: true }) : { url: address, stop: async () => {} }
  try {
    const databaseUrl = await createPostgresDatabase(server.url, `doubloon-bench-${randomUUID()}`)
    report(await timePublishing(posts, 500, { databaseUrl, count: 3 }))
  } finally {
    await server.stop()
  }
}
