import type { SiteInfo } from '../../admin-api/contract/pages.ts'

/** For static pages: they are built without the publisher, which gives the others their SiteInfo. */
const builtSite = readSiteInfo(process.env)

/** The site of a page: from the publisher, or from the environment of the build for a static page. */
export function siteInfoOf(locals: Partial<App.Locals>): SiteInfo {
  return locals.site ?? builtSite
}

/** As the service's configuration reads it: an empty variable is none, and the origin has no slash at its end. */
export function readSiteInfo(environment: Record<string, string | undefined>): SiteInfo {
  return {
    url: (environment['SITE_URL'] || 'http://localhost:4321').replace(/\/$/, ''),
    socialUrl: environment['SOCIAL_URL'] || 'https://x.com/doubloon',
    supportUrl: environment['SUPPORT_URL'] || 'https://buymeacoffee.com/doubloon',
    contactEmail: environment['CONTACT_EMAIL'] || 'ahoy@doubloon.example'
  }
}
