import type { Kysely } from 'kysely'
import { type FundIndex, fundIndexPath } from '../contract/fund-index.ts'
import { fundsPath } from '../contract/pages.ts'
import type { Database } from '../platform/database/schema.ts'
import { nameOfUnderlying } from '../funds/underlying-names.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { loadFundsPage } from './load-funds-page.ts'
import { findListedFunds } from './pages.db.ts'

/** All funds: as a page, and as the file in which the search fields look them up. */
export const fundListPages: readonly PageKind[] = [
  {
    path: fundsPath,
    list: () => [fundsPath],
    load: loadFundsPage,
    dependsOn: {
      figures: () => [fundsPath],
      funds: () => [fundsPath],
      day: () => [fundsPath],
      record: () => [fundsPath]
    },
    sitemap: 'price-day'
  },
  {
    path: fundIndexPath,
    list: () => [fundIndexPath],
    load: async (db) => ({ kind: 'fund-index', index: await loadFundIndex(db) }),
    dependsOn: { figures: () => [fundIndexPath], funds: () => [fundIndexPath] }
  }
]

async function loadFundIndex(db: Kysely<Database>): Promise<FundIndex> {
  const funds = await findListedFunds(db)
  return {
    funds: funds.map(({ symbol, name, underlying, amount }) => ({
      symbol,
      name,
      underlying: underlying === null ? null : { ticker: underlying, name: nameOfUnderlying(underlying) },
      hasEstimate: amount !== null
    }))
  }
}
