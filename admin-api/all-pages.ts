import { recordPages } from './accuracy/record.pages.ts'
import { signedRecordPages } from './accuracy/signed-record.pages.ts'
import { blogPages } from './blog/blog.pages.ts'
import { calendarPages } from './calendar/calendar.pages.ts'
import { weekPages } from './calendar/weeks/weeks.pages.ts'
import { familyPages } from './pages/families.pages.ts'
import { fundListPages } from './pages/fund-list.pages.ts'
import { fundPictures } from './pages/fund-pictures.pages.ts'
import { fundPages } from './pages/funds.pages.ts'
import { growthFiles } from './pages/growth.pages.ts'
import { homePage } from './pages/home.pages.ts'
import { comparePage, comparePicture } from './pages/open-data/compare.pages.ts'
import { openDataPages } from './pages/open-data/open-data.pages.ts'
import { underlyingFiles } from './pages/open-data/underlyings.pages.ts'
import { portfolioPage } from './pages/portfolio.pages.ts'
import { returnOfCapitalPages } from './pages/return-of-capital.pages.ts'
import { createSitemap, robotsPage } from './pages/search-engines.pages.ts'
import { statusPage } from './pages/status.pages.ts'
import type { PageKind } from './publishing/page-kind.ts'
import { createPages, type Pages } from './publishing/page-kind.ts'
import { rankingPages } from './rankings/rankings.pages.ts'

/** In the order of the sitemap. */
const contentPages: readonly PageKind[] = [
  homePage,
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
  ...returnOfCapitalPages,
  ...weekPages,
  ...calendarPages,
  ...openDataPages,
  growthFiles,
  underlyingFiles,
  statusPage,
  ...blogPages
]

/** @param staticPaths addresses of the pages that the build made, for the sitemap */
export function createAllPages(staticPaths: readonly string[]): Pages {
  return createPages([...contentPages, createSitemap(contentPages, staticPaths), robotsPage], staticPaths)
}
