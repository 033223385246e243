// Checks everything that the service depends on and prints what is wrong and what to do about it.
// When: by hand, `npm run doctor`, after an install or if something is wrong; only reads, also while the service runs.
import { embeddedMarketData } from '../admin-api/collection/sources/embedded.ts'
import { createNasdaq } from '../admin-api/collection/sources/nasdaq/nasdaq.ts'
import { createYahooMarketData } from '../admin-api/collection/sources/yahoo/yahoo.ts'
import { foldersOf, readConfig, siteInfoOf } from '../admin-api/config.ts'
import { alignColumns, readOptions } from './command.ts'
import { checkDatabase } from './doctor/check-database.ts'
import {
  checkBackupCommand,
  checkConfiguration,
  withoutFaults,
  withUnit
} from './doctor/check-environment.ts'
import {
  checkClock,
  checkDisks,
  checkNodeVersion,
  checkPort,
  checkWriteRights
} from './doctor/check-machine.ts'
import { checkProxy, checkRenderer, checkSite, checkSource } from './doctor/check-service.ts'
import { checkEachSource, readSwitches } from './doctor/check-sources.ts'
import { runChecks } from './doctor/finding.ts'

readOptions({})
const environment = withUnit(process.env, '/etc/systemd/system/doubloon.service', process.cwd())
const config = readConfig(withoutFaults(environment))
const { marketData } = config
const isLive = marketData !== 'embedded'
const folders = foldersOf(config)
const nasdaq = createNasdaq().market
const market = !isLive ? embeddedMarketData : marketData === 'nasdaq' ? nasdaq : createYahooMarketData()
const clocks = [config.siteUrl, ...(isLive ? ['https://query2.finance.yahoo.com/'] : [])]

const findings = await runChecks({
  configuration: () => checkConfiguration(environment),
  proxy: () => checkProxy(config),
  node: () => checkNodeVersion(),
  folders: () => checkWriteRights(folders),
  disk: () => checkDisks(folders),
  port: () => checkPort(config),
  clock: () => checkClock(clocks),
  database: () => checkDatabase(config, new Date()),
  'backup command': () => checkBackupCommand(config),
  renderer: () => checkRenderer(config.buildDir, siteInfoOf(config)),
  source: () => checkSource(market),
  ...(marketData === 'auto' && { 'stand-in source': () => checkSource(nasdaq) }),
  ...checkEachSource(config, await readSwitches(config)),
  site: () => checkSite(config.siteUrl)
})
const lines = alignColumns(
  findings.map(({ status, name, detail }) => [status, name, detail]),
  3
)
console.log(lines.join('\n'))
const count = findings.filter(({ status }) => status === 'failed').length
console.log(count === 0 ? '\nNo check failed.' : `\n${count} of these must be fixed.`)
process.exitCode = count === 0 ? 0 : 1
