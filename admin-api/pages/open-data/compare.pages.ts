import type { FundData } from '../../contract/open-data.ts'
import { comparePath } from '../../contract/pages.ts'
import { comparisonPicture } from '../../contract/pictures.ts'
import { findFunds } from '../../funds/funds.db.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { PageKind } from '../../publishing/page-kind.ts'
import { loadFundData } from './fund-data.ts'

/** Best-known first. */
const wellKnown = ['MSTY', 'CONY', 'ULTY', 'NVDY', 'TSLY']
const shownFunds = 3

/** Rendered from the data files of well-known funds; the browser uses the same code for other funds. */
export const comparePage = {
  path: comparePath,
  load: async (db) => {
    const asOf = await findNewestPriceDay(db)
    const funds = await loadShown(db)
    return asOf === null || funds.length === 0 ? null : toComparePage(asOf, funds, null)
  },
  dependsOn: {
    figures: ({ symbols }, trx) => pathWhereShown(trx, symbols, comparePath),
    funds: 'all',
    day: 'all'
  },
  sitemap: 'price-day'
} satisfies PageKind

/** @param from first day in the address; null for the default comparison */
export function toComparePage(asOf: string, funds: FundData[], from: string | null) {
  return { kind: 'compare' as const, asOf, funds, from }
}

/** Share image of /compare; it can't depend on the query of the URL. */
export const comparePicture = {
  path: comparisonPicture,
  load: async (db) => ({ kind: 'compare-picture' as const, funds: await loadShown(db) }),
  dependsOn: {
    figures: ({ symbols }, trx) => pathWhereShown(trx, symbols, comparisonPicture),
    funds: 'all'
  }
} satisfies PageKind

async function loadShown(db: Db): Promise<FundData[]> {
  return loadFunds(db, await findShown(db))
}

/** Data of the funds that exist. */
export async function loadFunds(db: Db, symbols: readonly string[]): Promise<FundData[]> {
  const funds = await Promise.all(symbols.map((symbol) => loadFundData(db, symbol)))
  return funds.filter((fund) => fund !== null)
}

async function pathWhereShown(trx: Db, changed: ReadonlySet<string>, path: string): Promise<string[]> {
  return (await findShown(trx)).some((symbol) => changed.has(symbol)) ? [path] : []
}

/** Well-known funds; others replace those that are no longer traded. */
async function findShown(db: Db): Promise<string[]> {
  const open = (await findFunds(db)).filter(({ state }) => state === 'open').map(({ symbol }) => symbol)
  return [...wellKnown.filter((symbol) => open.includes(symbol)), ...open]
    .filter((symbol, i, all) => all.indexOf(symbol) === i)
    .slice(0, shownFunds)
}
