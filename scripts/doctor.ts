// What for: looks at all that the service stands on and says in sentences what is wrong and what to do.
// When: by hand, `npm run doctor`, after an install or when something is wrong; also beside a running service.
import { readConfig } from '../admin-api/config.ts'
import { embeddedMarketData } from '../admin-api/collection/sources/embedded.ts'
import { createMassive } from '../admin-api/collection/sources/massive.ts'
import { createYahooMarketData } from '../admin-api/collection/sources/yahoo.ts'
import { checkClock } from './doctor/check-clock.ts'
import { checkConfiguration, checkProxy, withoutFaults } from './doctor/check-configuration.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkDisks, checkWriteRights } from './doctor/check-folders.ts'
import { checkNode } from './doctor/check-node.ts'
import { checkRenderer } from './doctor/check-renderer.ts'
import { checkSite } from './doctor/check-site.ts'
import { checkSecondSource, checkSource } from './doctor/check-sources.ts'
import { runChecks } from './doctor/finding.ts'

const config = readConfig(withoutFaults(process.env))
const isLive = config.marketData === 'yahoo'
const folders = [
  { variable: 'DATA_DIR', path: config.dataDir },
  { variable: 'SITE_DIR', path: config.siteDir },
  { variable: 'BACKUP_DIR', path: config.backupDir }
]
const site = {
  url: config.siteUrl,
  socialUrl: config.socialUrl,
  supportUrl: config.supportUrl,
  contactEmail: config.contactEmail
}
const market = isLive ? createYahooMarketData() : embeddedMarketData
const second = isLive && config.massiveKey !== null ? createMassive(config.massiveKey) : null
const hasKey = config.massiveKey !== null
const clocks = [config.siteUrl, ...(isLive ? ['https://query2.finance.yahoo.com/'] : [])]
const now = new Date()

const findings = await runChecks([
  { name: 'configuration', look: async () => checkConfiguration(process.env) },
  { name: 'proxy', look: async () => [checkProxy(config)] },
  { name: 'node', look: async () => [checkNode()] },
  { name: 'folders', look: () => checkWriteRights(folders) },
  { name: 'disk', look: () => checkDisks(folders) },
  { name: 'clock', look: async () => [await checkClock(clocks)] },
  { name: 'database', look: () => checkDatabase(config, now) },
  { name: 'renderer', look: async () => [await checkRenderer(config.buildDir, site)] },
  { name: 'source', look: async () => [await checkSource(market)] },
  { name: 'second source', look: async () => [await checkSecondSource(second, { hasKey, now })] },
  { name: 'site', look: async () => [await checkSite(config.siteUrl)] }
])
for (const { status, name, detail } of findings)
  console.log(`${status.padEnd('warning'.length)}  ${name.padEnd('second source'.length)}  ${detail}`)
const count = findings.filter(({ status }) => status === 'failed').length
console.log(count === 0 ? '\nNothing is in the way.' : `\n${count} of these must be set right.`)
process.exitCode = count === 0 ? 0 : 1
