import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import helmet, { contentSecurityPolicy } from 'helmet'
import { contractVersionHeader } from '../../contract/headers.ts'

type PolicyDirectives = Record<string, string[] | typeof contentSecurityPolicy.dangerouslyDisableDefaultSrc>

/**
 * Sets security headers. Pages have a content security policy in a meta tag, so their header contains only what a meta
 * tag can't express. Responses of the API are not documents and may load nothing.
 */
export function setSecurityHeaders(siteUrl: string): RequestHandler {
  const isHttps = siteUrl.startsWith('https:')
  const withPolicy = (directives: PolicyDirectives): RequestHandler =>
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives },
      strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' }
    })
  const forApi = withPolicy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] })
  const forSite = withPolicy({
    'default-src': contentSecurityPolicy.dangerouslyDisableDefaultSrc,
    'frame-ancestors': ["'none'"]
  })
  return (request, response, next) => {
    const headers = request.path.startsWith('/api/') ? forApi : forSite
    headers(request, response, next)
  }
}

const contractFolder = new URL('../../contract/', import.meta.url)

/** Hash of the contract's sources, which the service and the build of the site have in common. */
export const contractVersion = hashOfContract()

/** Sends the version of the contract, so that pages of another build check answers instead of trusting them. */
export const sendContractVersion: RequestHandler = (_request, response, next) => {
  response.set(contractVersionHeader, contractVersion)
  next()
}

function hashOfContract(): string {
  const hash = createHash('sha256')
  const sources = readdirSync(contractFolder).filter((name) => !name.endsWith('.test.ts'))
  for (const name of sources.sort())
    hash.update(`${name}\0`).update(readFileSync(new URL(name, contractFolder)))
  return hash.digest('hex').slice(0, 16)
}
