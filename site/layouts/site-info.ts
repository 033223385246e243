import type { SiteInfo } from '../../admin-api/contract/pages.ts'

/** For static pages: they are built without the publisher, which gives the others their SiteInfo. */
const builtSite: SiteInfo = {
  url: process.env['SITE_URL'] ?? 'http://localhost:4321',
  socialUrl: process.env['SOCIAL_URL'] ?? 'https://x.com/doubloon',
  supportUrl: process.env['SUPPORT_URL'] ?? 'https://buymeacoffee.com/doubloon',
  contactEmail: process.env['CONTACT_EMAIL'] ?? 'ahoy@doubloon.example'
}

/** The site of a page: from the publisher, or from the environment of the build for a static page. */
export function siteInfoOf(locals: Partial<App.Locals>): SiteInfo {
  return locals.site ?? builtSite
}
