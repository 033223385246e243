import type { Kysely } from 'kysely'
import { comparePath } from '../../contract/pages.ts'
import { findFunds, findNewestPriceDay } from '../../db/funds.db.ts'
import type { Database } from '../../db/schema.ts'
import type { PageKind } from '../../page-kind.ts'
import { loadFundData } from './load-data.ts'

/** In the order in which a newcomer will have heard of them. */
const wellKnown = ['MSTY', 'CONY', 'ULTY', 'NVDY', 'TSLY']
const shownFunds = 3

/** Drawn from the data files of well-known funds, as a browser draws it from those of others. */
export const comparePage: PageKind = {
  path: comparePath,
  list: () => [comparePath],
  load: async (db) => {
    const asOf = await findNewestPriceDay(db)
    const symbols = await findShown(db)
    const funds = await Promise.all(symbols.map((symbol) => loadFundData(db, symbol)))
    if (asOf === null || symbols.length === 0) return null
    return { kind: 'compare', asOf, funds: funds.filter((fund) => fund !== null) }
  },
  dependsOn: {
    figures: async ({ symbols }, trx) =>
      (await findShown(trx)).some((symbol) => symbols.has(symbol)) ? [comparePath] : [],
    funds: () => [comparePath],
    day: () => [comparePath]
  },
  sitemap: 'price-day'
}

/** Any funds in the place of those that are no longer traded. */
async function findShown(db: Kysely<Database>): Promise<string[]> {
  const open = (await findFunds(db)).filter(({ state }) => state === 'open').map(({ symbol }) => symbol)
  return [...wellKnown.filter((symbol) => open.includes(symbol)), ...open]
    .filter((symbol, i, all) => all.indexOf(symbol) === i)
    .slice(0, shownFunds)
}
