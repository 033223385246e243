import { robotsPath, type SitemapEntry, securityPath, sitemapPath } from '../contract/pages.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { type PageKind, pathsOf } from '../publishing/page-kind.ts'

/** Admin pages and the API, which search engines shouldn't index. */
const closedPaths = ['/admin', '/admin-blog', '/login', '/api/']

export const robotsPage = {
  path: robotsPath,
  load: async () => ({ kind: 'robots' as const, closedPaths })
} satisfies PageKind

/** How to report a vulnerability (RFC 9116). Its date of expiry, a year ahead, moves with the day. */
export const securityPage = {
  path: securityPath,
  load: async () => ({ kind: 'security' as const }),
  dependsOn: { day: 'all' }
} satisfies PageKind

export function createSitemap(kinds: readonly PageKind[]) {
  return {
    path: sitemapPath,
    load: async (db) => {
      const listed = await Promise.all(kinds.map((kind) => listEntries(kind, db)))
      return { kind: 'sitemap' as const, entries: listed.flat() }
    },
    dependsOn: { figures: 'all', funds: 'all', addresses: 'all' }
  } satisfies PageKind
}

async function listEntries(kind: PageKind, db: Db): Promise<readonly SitemapEntry[]> {
  const { sitemap } = kind
  if (sitemap === undefined) return []
  if (sitemap !== 'price-day') return sitemap(db)
  const lastModified = await findNewestPriceDay(db)
  return (await pathsOf(kind, db)).map((path) => ({ path, lastModified }))
}
