import type { Kysely } from 'kysely'
import { calendarPath } from './contract/calendar.ts'
import {
  type PageModel,
  type RobotsPage,
  robotsPath,
  type SitemapPage,
  sitemapPath
} from './contract/pages.ts'
import { rankingPaths } from './contract/rankings.ts'
import { recordPaths } from './contract/record.ts'
import { findNewestPriceDay } from './db/funds.db.ts'
import type { Database } from './db/schema.ts'
import { listBlogEntries, listBlogPaths, loadBlogPage } from './features/blog/load-blog-page.ts'
import { listFeedPaths, loadCalendarPage } from './features/calendar/load-calendar-page.ts'
import { listPagePaths, loadPage } from './features/pages/load-page.ts'
import { loadRankingsPage } from './features/rankings/load-rankings-page.ts'
import { loadRecordPage } from './features/record/load-record-page.ts'

/** For the operator, and for the API: nothing a search engine should show. */
const closedPaths = ['/admin', '/admin-blog', '/login', '/api/']

/** Paths of all pages that are drawn from the database, whichever feature tells them. */
export async function listAllPaths(db: Kysely<Database>): Promise<string[]> {
  return [
    ...(await listDataPaths(db)),
    ...(await listFeedPaths(db)),
    ...(await listBlogPaths(db)),
    sitemapPath,
    robotsPath
  ]
}

/** What a page is drawn from; null when it no longer exists. `staticPaths` are the pages the build made. */
export async function loadAnyPage(
  db: Kysely<Database>,
  path: string,
  staticPaths: readonly string[]
): Promise<PageModel | null> {
  if (path === sitemapPath) return loadSitemap(db, staticPaths)
  if (path === robotsPath) return { kind: 'robots', closedPaths } satisfies RobotsPage
  return (
    (await loadRankingsPage(db, path)) ??
    (await loadRecordPage(db, path)) ??
    (await loadCalendarPage(db, path)) ??
    (await loadBlogPage(db, path)) ??
    loadPage(db, path)
  )
}

async function listDataPaths(db: Kysely<Database>): Promise<string[]> {
  return [...(await listPagePaths(db)), ...rankingPaths, ...recordPaths, calendarPath]
}

/** All figures are of the newest price day, a post of its last change; when a text was last changed nobody keeps. */
async function loadSitemap(db: Kysely<Database>, staticPaths: readonly string[]): Promise<SitemapPage> {
  const asOf = await findNewestPriceDay(db)
  const dataPaths = await listDataPaths(db)
  const texts = staticPaths.filter((path) => path !== '/404' && !isClosed(path)).toSorted()
  return {
    kind: 'sitemap',
    entries: [
      ...dataPaths.map((path) => ({ path, lastModified: asOf })),
      ...(await listBlogEntries(db)),
      ...texts.map((path) => ({ path, lastModified: null }))
    ]
  }
}

function isClosed(path: string): boolean {
  return closedPaths.some((closed) => path.startsWith(closed))
}
