import type { Kysely } from 'kysely'
import type { FundPage, HomePage, PageModel } from '../../contract/pages.ts'
import { type DividendHistory, findDividendHistory } from '../../db/dividend-history.ts'
import { findFunds, findNewestPriceDay } from '../../db/funds.db.ts'
import { pathOfFund, pickRelated } from '../../db/related-funds.ts'
import type { Database } from '../../db/schema.ts'
import { findTopTickers } from '../../db/search-history.db.ts'
import { findStockOutcome, type StockOutcome } from '../../db/stock-result.ts'
import { labelFrequency } from '../../db/wire-format.ts'
import { readFrequency } from '../../estimator/schedule/cadence.ts'
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

async function loadHomePage(
  db: Kysely<Database>,
  asOf: string,
  funds: readonly ListedFund[]
): Promise<HomePage> {
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
  const history = await findDividendHistory(db, fund.symbol)
  const summaries = new Map(funds.map((other) => [other.symbol, other.summary]))
  return {
    kind: 'fund',
    symbol: fund.symbol,
    name: fund.name,
    issuer: fund.issuer,
    asOf,
    outcome,
    frequencyLabel: tellFrequency(outcome, history),
    history,
    related: pickRelated(fund, funds).flatMap((other) => summaries.get(other.symbol) ?? [])
  }
}

/** A fund may pay without our knowing enough for an estimate; one that stopped paying has no rhythm. */
function tellFrequency(outcome: StockOutcome, history: DividendHistory): string | null {
  if (outcome.status === 'estimated') return outcome.stock.frequency_label
  const exDates = history.dividend_history.map((payment) => payment.ex_date).toReversed()
  return outcome.status === 'inactive' || exDates.length < 2 ? null : labelFrequency(readFrequency(exDates))
}
