import { fleetPath } from '../contract/pages.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { toFundSummary } from './fund-summary.ts'
import { wellKnown } from './home.pages.ts'
import { findListedFunds } from './pages.db.ts'

const shownFunds = 3

/** Around what a browser works out of the data files: the day they end with, and what some funds would bring. */
export const fleetPage: PageKind = {
  path: fleetPath,
  list: () => [fleetPath],
  load: async (db) => {
    const asOf = await findNewestPriceDay(db)
    if (asOf === null) return null
    const funds = (await findListedFunds(db)).map(toFundSummary)
    const example = wellKnown.flatMap((symbol) =>
      funds.filter((fund) => fund.symbol === symbol && fund.estimate)
    )
    return { kind: 'fleet', asOf, example: example.slice(0, shownFunds) }
  },
  dependsOn: { figures: () => [fleetPath], funds: () => [fleetPath], day: () => [fleetPath] },
  sitemap: 'price-day'
}
