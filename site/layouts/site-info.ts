import type { SiteInfo } from '../../admin-api/contract/pages.ts'

/** What stands in for the publisher's word while the static pages are built. */
const builtSite: SiteInfo = {
  url: process.env['SITE_URL'] ?? 'http://localhost:4321',
  socialUrl: process.env['SOCIAL_URL'] ?? 'https://x.com/doubloon',
  supportUrl: process.env['SUPPORT_URL'] ?? 'https://buymeacoffee.com/doubloon',
  contactEmail: process.env['CONTACT_EMAIL'] ?? 'ahoy@doubloon.example'
}

/** Published pages carry their site with them; static ones are built before there is a server. */
export function siteInfoOf(locals: Partial<App.Locals>): SiteInfo {
  return locals.site ?? builtSite
}
