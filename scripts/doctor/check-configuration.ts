import { type Config, findConfigFaults } from '../../admin-api/config.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { isLocalSite } from './is-local-site.ts'

type Environment = Record<string, string | undefined>

/** Every variable with a wrong value. */
export function checkConfiguration(environment: Environment): Omit<Finding, 'name'>[] {
  const faults = findConfigFaults(environment)
  if (faults.length === 0) return [ok('Every variable has a value that is allowed.')]
  return faults.map(({ sentence }) => failed(`${sentence} Correct or remove it.`))
}

/** What is left when the wrong ones are taken out: the other checks go by their defaults. */
export function withoutFaults(environment: Environment): Environment {
  const wrong = new Set(findConfigFaults(environment).map(({ variable }) => variable))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !wrong.has(name)))
}

export function checkProxy({
  siteUrl,
  trustProxy,
  host
}: Pick<Config, 'siteUrl' | 'trustProxy' | 'host'>): Omit<Finding, 'name'> {
  const isTrusting = trustProxy !== false
  if (siteUrl.startsWith('https:') && !isTrusting)
    return failed(
      'SITE_URL is on https, so there is a proxy in front, and TRUST_PROXY does not name it: all visitors look like one. Set it to the number of proxies, usually 1.'
    )
  if (isTrusting && isLocalSite(siteUrl) && host === '127.0.0.1')
    return warning(
      'TRUST_PROXY names a proxy, but SITE_URL is of this machine alone: set SITE_URL to the address that visitors use.'
    )
  return ok(isTrusting ? 'TRUST_PROXY says who stands in front.' : 'No proxy is expected in front.')
}
