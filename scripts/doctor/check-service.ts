import { pino } from 'pino'
import type { MarketData } from '../../admin-api/collection/sources/market-data.ts'
import type { Config } from '../../admin-api/config.ts'
import type { SiteInfo } from '../../admin-api/contract/pages.ts'
import type { Health } from '../../admin-api/contract/system.ts'
import { type BuiltSite, readBuiltSite } from '../../admin-api/publishing/built-site.ts'
import { createPageRenderer, createRenderThreads } from '../../admin-api/publishing/render-threads.ts'
import { messageOf } from '../command.ts'
import { fetchHealth } from './check-machine.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

export function checkProxy({
  siteUrl,
  trustProxy,
  host
}: Pick<Config, 'siteUrl' | 'trustProxy' | 'host'>): Finding {
  const isTrusting = trustProxy !== false
  if (siteUrl.startsWith('https:') && !isTrusting)
    return failed(
      'SITE_URL uses https, so there is a proxy in front, but TRUST_PROXY is not set: all visitors look like one. Set it to the number of proxies, usually 1.'
    )
  if (isTrusting && isLocal(siteUrl) && host === '127.0.0.1')
    return warning(
      'TRUST_PROXY is set, but SITE_URL is an address of this machine only: set SITE_URL to the address that visitors use.'
    )
  if (isLocal(siteUrl) && !isLocal(`http://${host.includes(':') ? `[${host}]` : host}`))
    return warning(
      `The service can be reached from other machines (HOST ${host}), but SITE_URL is an address of this one: set SITE_URL to the address that visitors use.`
    )
  return ok(isTrusting ? 'TRUST_PROXY is set for the proxies in front.' : 'No proxy is expected in front.')
}

/** True for an address of this machine, such as the default SITE_URL. */
function isLocal(siteUrl: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(siteUrl).hostname)
}

/** Renders the smallest page with the newest build, in a thread as the service does. */
export async function checkRenderer(buildDir: string, site: SiteInfo): Promise<Finding> {
  let built: BuiltSite
  try {
    built = await readBuiltSite(buildDir)
  } catch (error) {
    return warning(`The site can't be rendered yet: ${messageOf(error)} npm start does this automatically.`)
  }
  const time = { today: '1970-01-01', nextClose: '1970-01-01', oldFigures: null }
  const worker = new URL('../../admin-api/render-worker.ts', import.meta.url)
  const { folder: buildFolder } = built
  const setup = { location: '', buildFolder, site, siteDir: '' }
  const threads = createRenderThreads(worker, setup, pino({ level: 'silent' }))
  try {
    await createPageRenderer(threads, async () => time).check()
  } catch (error) {
    return failed(`No page can be rendered: ${messageOf(error)}. Rebuild with npm run build.`)
  } finally {
    await threads.stop()
  }
  return ok(`Pages can be rendered, by build ${built.name}.`)
}

/** Sends one request to the market data source, unless data/ is the source. */
export async function checkSource({
  isLive,
  name,
  check
}: Pick<MarketData, 'isLive' | 'name' | 'check'>): Promise<Finding> {
  if (!isLive) return ok('The figures come from data/, and no source is queried (MARKET_DATA is embedded).')
  try {
    await check()
    return ok(`${name}: the source responds.`)
  } catch (error) {
    return failed(
      `${messageOf(error)} Check that this machine may connect to other hosts over https; a source that refuses is retried automatically.`
    )
  }
}

/** Checks that this product answers at SITE_URL, and reports its health. */
export async function checkSite(siteUrl: string): Promise<Finding> {
  let health: Health | null
  try {
    health = await fetchHealth(siteUrl)
  } catch (error) {
    const cause = messageOf(error instanceof Error ? (error.cause ?? error) : error)
    return isLocal(siteUrl)
      ? warning(`Nothing answers at ${siteUrl} (${cause}): start the service, or set SITE_URL.`)
      : failed(
          `Nothing answers at ${siteUrl} (${cause}). Is the service running, does DNS resolve its name to this machine, does the proxy in front have a certificate and forward requests?`
        )
  }
  if (health === null)
    return failed(
      `The server at ${siteUrl} is not Doubloon: correct SITE_URL, or make the proxy in front forward requests to HOST and PORT.`
    )
  if (health.status === 'ok') return ok(`${siteUrl} responds and reports no problems.`)
  return warning(`${siteUrl} responds and reports: ${health.reasons.join(' ')}`)
}
