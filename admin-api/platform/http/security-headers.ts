import type { RequestHandler } from 'express'
import helmet, { contentSecurityPolicy } from 'helmet'

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
