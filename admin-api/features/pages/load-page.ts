import type { Kysely } from 'kysely'
import type { FundPage, HomePage, PageModel } from '../../contract/pages.ts'
import { findDividendHistory } from '../../db/dividend-history.ts'
import { findFunds, findNewestPriceDay } from '../../db/funds.db.ts'
import { pathOfFund, pickRelated } from '../../db/related-funds.ts'
import type { Database } from '../../db/schema.ts'
import { findTopTickers } from '../../db/search-history.db.ts'
import { findStockOutcome } from '../../db/stock-result.ts'
import { findListedFunds, type ListedFund } from './pages.db.ts'

const shownTickers = 3

/** Paths of all pages that show data. */
export async function listPagePaths(db: Kysely<Database>): Promise<string[]> {
  const funds = await findFunds(db)
  return ['/', ...funds.map((fund) => pathOfFund(fund.symbol))]
}

/** What a page is drawn from; null when it no longer exists. */
export async function loadPage(db: Kysely<Database>, path: string): Promise<PageModel | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const funds = await findListedFunds(db)
  if (path === '/') return loadHomePage(db, asOf, funds)
  const fund = funds.find(({ symbol }) => pathOfFund(symbol) === path)
  return fund === undefined ? null : loadFundPage(db, asOf, fund, funds)
}

async function loadHomePage(db: Kysely<Database>, asOf: string, funds: readonly ListedFund[]): Promise<HomePage> {
  return {
    kind: 'home',
    asOf,
    topTickers: await findTopTickers(db, shownTickers),
    funds: funds.map((fund) => fund.summary)
  }
}

async function loadFundPage(
  db: Kysely<Database>,
  asOf: string,
  fund: ListedFund,
  funds: readonly ListedFund[]
): Promise<FundPage | null> {
  const outcome = await findStockOutcome(db, fund.symbol)
  if (outcome === null) return null
  const summaries = new Map(funds.map((other) => [other.symbol, other.summary]))
  return {
    kind: 'fund',
    symbol: fund.symbol,
    name: fund.name,
    issuer: fund.issuer,
    asOf,
    outcome,
    frequencyLabel: outcome.status === 'estimated' ? outcome.stock.frequency_label : null,
    history: await findDividendHistory(db, fund.symbol),
    related: pickRelated(fund, funds).flatMap((other) => summaries.get(other.symbol) ?? [])
  }
}
