import type { Kysely } from 'kysely'
import type { FundData } from '../../contract/open-data.ts'
import { comparePath } from '../../contract/pages.ts'
import { comparisonPicture } from '../../contract/pictures.ts'
import { findFunds, findNewestPriceDay } from '../../funds/funds.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { PageKind } from '../../publishing/page-kind.ts'
import { loadFundData } from './fund-data.ts'

/** Best-known first. */
const wellKnown = ['MSTY', 'CONY', 'ULTY', 'NVDY', 'TSLY']
const shownFunds = 3

/** Rendered from the data files of well-known funds; the browser uses the same code for other funds. */
export const comparePage: PageKind = {
  path: comparePath,
  list: () => [comparePath],
  load: async (db) => {
    const asOf = await findNewestPriceDay(db)
    const funds = await loadShown(db)
    return asOf === null || funds.length === 0 ? null : { kind: 'compare', asOf, funds }
  },
  dependsOn: {
    figures: ({ symbols }, trx) => pathWhereShown(trx, symbols, comparePath),
    funds: () => [comparePath],
    day: () => [comparePath]
  },
  sitemap: 'price-day'
}

/** Share image of /compare; it can't depend on the query of the URL. */
export const comparePicture: PageKind = {
  path: comparisonPicture,
  list: () => [comparisonPicture],
  load: async (db) => ({ kind: 'compare-picture', funds: await loadShown(db) }),
  dependsOn: {
    figures: ({ symbols }, trx) => pathWhereShown(trx, symbols, comparisonPicture),
    funds: () => [comparisonPicture]
  }
}

async function loadShown(db: Kysely<Database>): Promise<FundData[]> {
  const funds = await Promise.all((await findShown(db)).map((symbol) => loadFundData(db, symbol)))
  return funds.filter((fund) => fund !== null)
}

async function pathWhereShown(
  trx: Kysely<Database>,
  changed: ReadonlySet<string>,
  path: string
): Promise<string[]> {
  return (await findShown(trx)).some((symbol) => changed.has(symbol)) ? [path] : []
}

/** Well-known funds; others replace those that are no longer traded. */
async function findShown(db: Kysely<Database>): Promise<string[]> {
  const open = (await findFunds(db)).filter(({ state }) => state === 'open').map(({ symbol }) => symbol)
  return [...wellKnown.filter((symbol) => open.includes(symbol)), ...open]
    .filter((symbol, i, all) => all.indexOf(symbol) === i)
    .slice(0, shownFunds)
}
