import { portfolioPath } from '../contract/pages.ts'
import { findAnswers } from '../estimates/estimates.db.ts'
import { toFundSummary } from '../estimates/stock-outcome.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { wellKnown } from './home.pages.ts'

const shownFunds = 3

/** Frame of My Fleet: the day of the data and examples. The rest is calculated in the browser. */
export const portfolioPage = {
  path: portfolioPath,
  load: async (db) => {
    const asOf = await findNewestPriceDay(db)
    if (asOf === null) return null
    const funds = (await findAnswers(db)).map(toFundSummary)
    const example = wellKnown.flatMap((symbol) =>
      funds.filter((fund) => fund.symbol === symbol && fund.estimate)
    )
    return { kind: 'portfolio' as const, asOf, example: example.slice(0, shownFunds) }
  },
  dependsOn: { figures: () => [portfolioPath], funds: () => [portfolioPath], day: () => [portfolioPath] },
  sitemap: 'price-day'
} satisfies PageKind
