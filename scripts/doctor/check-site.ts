import { readHealth } from '../../admin-api/contract/health.ts'
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts'
import { isLocalSite } from './is-local-site.ts'

const timeoutMs = 5000

/** Whether visitors reach this product at SITE_URL, and how it says it is. */
export async function checkSite(siteUrl: string): Promise<Omit<Finding, 'name'>> {
  const address = `${siteUrl}${readHealth.path}`
  let answer: unknown
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    answer = await response.json().catch(() => null)
  } catch (error) {
    const cause =
      error instanceof Error && error.cause !== undefined ? reasonOf(error.cause) : reasonOf(error)
    return isLocalSite(siteUrl)
      ? warning(`Nothing answers at ${siteUrl} (${cause}): start the service, or set SITE_URL.`)
      : failed(
          `Nothing answers at ${siteUrl} (${cause}). Is the service running, does its name lead to this machine (DNS), does the proxy in front hold a certificate and pass calls on?`
        )
  }
  const health = readHealth.output.safeParse(answer)
  if (!health.success)
    return failed(
      `What answers at ${siteUrl} is not Doubloon: let SITE_URL name the right address, or the proxy in front pass calls on to HOST and PORT.`
    )
  if (health.data.status === 'ok') return ok(`${siteUrl} answers, and all is well there.`)
  return warning(`${siteUrl} answers, and says: ${health.data.reasons.join(' ')}`)
}
