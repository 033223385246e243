import { hubPages } from './accuracy/hub/hub.pages.ts'
import { recordPages } from './accuracy/record.pages.ts'
import { signedRecordPages } from './accuracy/signed-record.pages.ts'
import { blogPages } from './blog/blog.pages.ts'
import { calendarPages } from './calendar/calendar.pages.ts'
import { weekPages } from './calendar/weeks/weeks.pages.ts'
import { notificationsPath } from './contract/notifications.ts'
import type { PageModel } from './contract/page-models.ts'
import { adminPages, errorPage, notFoundPath } from './contract/pages.ts'
import { familyPages } from './pages/families.pages.ts'
import { fundListPages } from './pages/fund-list.pages.ts'
import { fundPictures } from './pages/fund-pictures.pages.ts'
import { fundPages } from './pages/funds.pages.ts'
import { growthFiles } from './pages/growth.pages.ts'
import { homePage, portfolioPage } from './pages/home.pages.ts'
import { comparePage, comparePicture } from './pages/open-data/compare.pages.ts'
import { learnPages } from './pages/open-data/learn.pages.ts'
import { openDataPages } from './pages/open-data/open-data.pages.ts'
import { underlyingFiles } from './pages/open-data/underlyings.pages.ts'
import { operatorPages } from './pages/operator.pages.ts'
import { returnOfCapitalPages } from './pages/return-of-capital.pages.ts'
import { createSitemap, robotsPage, securityPage } from './pages/search-engines.pages.ts'
import { statusPage } from './pages/status.pages.ts'
import { createPages, type Pages } from './publishing/page-kind.ts'
import { rankingPages } from './rankings/rankings.pages.ts'

/** Pages for search engines. Each has a route in `site/pages`; a test compares both. */
const publicPaths = [
  '/accessibility',
  '/contact',
  '/disclaimer',
  '/learn',
  notificationsPath,
  '/sitemap',
  '/terms-of-use'
]
const hiddenPaths = [
  notFoundPath,
  errorPage.path,
  '/offline',
  '/login',
  ...adminPages.map(({ path }) => path)
]

/** Pages without data of the database, first those that any request may need. */
const textPages = [...hiddenPaths, ...publicPaths].map((path) => ({
  path,
  load: async () => ({ kind: 'text' as const }),
  ...(publicPaths.includes(path) && { sitemap: async () => [{ path, lastModified: null }] })
}))

/** In the order of the sitemap, and of rendering on a new database. */
const contentPages = [
  homePage,
  ...textPages,
  ...operatorPages,
  ...fundListPages,
  portfolioPage,
  fundPages,
  fundPictures,
  familyPages,
  comparePage,
  comparePicture,
  ...rankingPages,
  ...recordPages,
  ...signedRecordPages,
  ...hubPages,
  ...returnOfCapitalPages,
  ...weekPages,
  ...calendarPages,
  ...openDataPages,
  growthFiles,
  underlyingFiles,
  statusPage,
  learnPages,
  ...blogPages
]

const sitemap = createSitemap(contentPages)

export const allPages: Pages<PageModel> = createPages<PageModel>([
  ...contentPages,
  sitemap,
  robotsPage,
  securityPage
])
