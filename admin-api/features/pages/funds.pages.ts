import type { Kysely } from 'kysely'
import { type FundPage, pathOfFund } from '../../contract/pages.ts'
import type { DividendHistory, StockOutcome } from '../../contract/stock.ts'
import { findEstimateOfFund } from '../../db/current-estimates.db.ts'
import { findFunds, findNewestPriceDay } from '../../db/funds.db.ts'
import { findLatestPayments } from '../../db/paid-payments.db.ts'
import type { Database } from '../../db/schema.ts'
import { pickRelated } from '../../domain/related-funds.ts'
import { readFrequency } from '../../domain/schedule/cadence.ts'
import type { PageKind } from '../../page-kind.ts'
import { toDividendHistory } from '../../wire/dividend-history.ts'
import { labelFrequency } from '../../wire/format.ts'
import { toFundSummary } from '../../wire/fund-summary.ts'
import { toStockOutcome } from '../../wire/stock-outcome.ts'
import { findListedFunds } from './pages.db.ts'

export const fundPages: PageKind = {
  path: /^\/([a-z]{1,5})$/,
  list: async (db) => (await findFunds(db)).map(({ symbol }) => pathOfFund(symbol)),
  load: (db, ticker) => loadFundPage(db, ticker.toUpperCase()),
  dependsOn: {
    figures: ({ symbols }, trx) => findPagesNaming(trx, symbols),
    'fund-edited': ({ symbol }) => [pathOfFund(symbol)]
  },
  sitemap: 'price-day'
}

/** The pages of these funds, and of those that name one of them as related. */
async function findPagesNaming(db: Kysely<Database>, symbols: ReadonlySet<string>): Promise<string[]> {
  const funds = await findFunds(db)
  return funds
    .filter((fund) => [fund, ...pickRelated(fund, funds)].some(({ symbol }) => symbols.has(symbol)))
    .map(({ symbol }) => pathOfFund(symbol))
}

async function loadFundPage(db: Kysely<Database>, symbol: string): Promise<FundPage | null> {
  const asOf = await findNewestPriceDay(db)
  const estimate = await findEstimateOfFund(db, symbol)
  const funds = await findListedFunds(db)
  const fund = funds.find((other) => other.symbol === symbol)
  if (asOf === null || estimate === undefined || fund === undefined) return null
  const outcome = toStockOutcome(estimate)
  const history = toDividendHistory(await findLatestPayments(db, symbol))
  return {
    kind: 'fund',
    symbol,
    name: fund.name,
    issuer: fund.issuer,
    asOf,
    outcome,
    frequencyLabel: frequencyLabelOf(outcome, history),
    history,
    related: pickRelated(fund, funds).map(toFundSummary)
  }
}

/** A fund may pay without our knowing enough for an estimate; one that stopped paying has no rhythm. */
function frequencyLabelOf(outcome: StockOutcome, history: DividendHistory): string | null {
  if (outcome.status === 'estimated') return outcome.stock.frequency_label
  const exDates = history.dividend_history.map((payment) => payment.ex_date).toReversed()
  return outcome.status === 'inactive' || exDates.length < 2 ? null : labelFrequency(readFrequency(exDates))
}
