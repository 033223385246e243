import { findNewestPriceDay } from '../../db/funds.db.ts'
import { findTopTickers } from '../../db/search-history.db.ts'
import type { PageKind } from '../../page-kind.ts'
import { toFundSummary } from '../../wire/fund-summary.ts'
import { findListedFunds } from './pages.db.ts'

const path = '/'
const shownTickers = 3

export const homePage: PageKind = {
  path,
  list: () => [path],
  load: async (db) => {
    const asOf = await findNewestPriceDay(db)
    if (asOf === null) return null
    return {
      kind: 'home',
      asOf,
      topTickers: await findTopTickers(db, shownTickers),
      funds: (await findListedFunds(db)).map(toFundSummary)
    }
  },
  dependsOn: { figures: () => [path], funds: () => [path], searches: () => [path] },
  sitemap: 'price-day'
}
