import { findNewestPriceDay } from '../funds/funds.db.ts'
import { findHomeFunds } from '../funds/home-funds.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { toFundSummary } from './fund-summary.ts'
import { findListedFunds } from './pages.db.ts'

const path = '/'
const shownTickers = 3
/** Best-known first. */
export const wellKnown = ['MSTY', 'TSLY', 'CONY', 'NVDY', 'ULTY', 'PLTY', 'YMAX']

export const homePage: PageKind = {
  path,
  list: () => [path],
  load: async (db) => {
    const asOf = await findNewestPriceDay(db)
    if (asOf === null) return null
    const funds = (await findListedFunds(db)).map(toFundSummary)
    const estimated = new Set(funds.filter(({ estimate }) => estimate !== null).map(({ symbol }) => symbol))
    return {
      kind: 'home',
      asOf,
      featured: (await findHomeFunds(db)).filter((symbol) => estimated.has(symbol)),
      suggestedTickers: wellKnown.filter((symbol) => estimated.has(symbol)).slice(0, shownTickers),
      funds
    }
  },
  dependsOn: {
    figures: () => [path],
    funds: () => [path],
    'home-funds': () => [path],
    day: () => [path],
    close: () => [path]
  },
  sitemap: 'price-day'
}
