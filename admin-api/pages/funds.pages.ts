import { comparePayments, countClose } from '../accuracy/close-counts.ts'
import { countedPayments } from '../accuracy/counted-payments.ts'
import { onTodaysBasis, toEntry } from '../accuracy/record-entry.ts'
import { findClosedWeeks } from '../calendar/weeks/load-weeks.ts'
import type { FundAssets, FundPage, ReturnFacts } from '../contract/fund-page.ts'
import { pathOfFund } from '../contract/pages.ts'
import { checkEstimatePath } from '../contract/signed-record.ts'
import type { StockOutcome } from '../contract/stock.ts'
import { isIndex } from '../contract/underlying-file.ts'
import { findComingPaymentsOf } from '../estimates/coming-payments.db.ts'
import { frequencyOf, paysOn } from '../estimates/coming-payments.ts'
import { type FrozenRow, findFrozenOfFund } from '../estimates/estimate-record.db.ts'
import { findAnswers, findPayingFunds } from '../estimates/estimates.db.ts'
import { findPathSample } from '../estimates/outlooks.db.ts'
import { sumComing } from '../estimates/outlooks.ts'
import { toStockOutcome } from '../estimates/stock-outcome.ts'
import { findFamilies } from '../funds/families.db.ts'
import { findFormerSymbols, findPresentSymbol } from '../funds/former-symbols.db.ts'
import { findFundDays } from '../funds/fund-days.db.ts'
import { findConfirmedNotices } from '../funds/fund-notices.db.ts'
import { findFund, findFunds } from '../funds/funds.db.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import { addDays, addMonths } from '../market-days/days.ts'
import { labelFrequency } from '../market-days/frequency.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { toDividendHistory } from '../payments/dividend-history.ts'
import { selectPayments } from '../payments/fund-facts.db.ts'
import { findAllInReview } from '../payments/manual-entries.db.ts'
import { findLatestPayments } from '../payments/payments.db.ts'
import { findRocOfFund } from '../payments/return-of-capital.db.ts'
import type { Db } from '../platform/database/schema.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { splitAssetChange } from '../returns/asset-flows.ts'
import { expenseRatioOf } from '../returns/expense-ratio.ts'
import { rankSince } from '../returns/growth-table.ts'
import { yearOf } from '../returns/outlook-sums.ts'
import { lastFrozen, listScoredOnce } from '../signed-record/counted-estimates.ts'
import { findGrowthTable } from './growth.pages.ts'
import { findMovesOfNext, findReturnFacts } from './open-data/fund-data.ts'
import { findUnderlyingCloses, findVolatilityRows } from './open-data/open-data.db.ts'
import { pickRelated } from './related-funds.ts'
import { findNoticeError } from './return-of-capital.pages.ts'

export const fundPages = {
  path: /^\/([a-z]{1,5})$/,
  // Former symbols are included: their pages redirect to the fund.
  list: listPaths,
  load: async (db, ticker) => {
    const symbol = ticker.toUpperCase()
    return (await loadFundPage(db, symbol)) ?? loadRedirect(db, symbol)
  },
  dependsOn: {
    figures: ({ symbols }) => [...symbols].map(pathOfFund),
    record: ({ scored }) => [...new Set(scored.map(({ symbol }) => pathOfFund(symbol)))],
    'fund-edited': ({ symbol }) => [pathOfFund(symbol)],
    declared: ({ symbols }) => [...symbols].map(pathOfFund),
    'fund-notice': ({ symbol }) => [pathOfFund(symbol)],
    'fund-days': ({ symbols }) => [...symbols].map(pathOfFund),
    funds: 'all',
    day: 'all',
    close: 'all'
  },
  // Every page shows its fund's rank among all, and estimates of similar funds.
  followsOn: {
    figures: async (_change, trx) => (await findFunds(trx)).map(({ symbol }) => pathOfFund(symbol)),
    underlyings: async ({ symbols }, trx) =>
      (await findFunds(trx)).flatMap(({ symbol, underlying }) =>
        underlying !== null && symbols.has(underlying) ? [pathOfFund(symbol)] : []
      )
  },
  sitemap: async (db) => {
    const lastModified = await findNewestPriceDay(db)
    return (await findFunds(db)).map(({ symbol }) => ({ path: pathOfFund(symbol), lastModified }))
  }
} satisfies PageKind

async function listPaths(db: Db): Promise<string[]> {
  return [...(await findFunds(db)), ...(await findFormerSymbols(db))].map(({ symbol }) => pathOfFund(symbol))
}

/** Redirect from the address of a former symbol. */
async function loadRedirect(db: Db, symbol: string) {
  const present = await findPresentSymbol(db, symbol)
  const fund = present && (await findFund(db, present))
  return fund
    ? { kind: 'fund-redirect' as const, to: pathOfFund(fund.symbol), title: `${fund.symbol}, ${fund.name}` }
    : null
}

const noticeDays = 90
const monthsOfYear = Array.from({ length: 12 }, (_, month) => month + 1)

async function loadFundPage(db: Db, symbol: string): Promise<FundPage | null> {
  const asOf = await findNewestPriceDay(db)
  const [fund] = await findPayingFunds(db, [symbol])
  if (asOf === null || fund === undefined) return null
  const coming = await findComingPaymentsOf(db, symbol)
  const year = yearOf(fund.sums)
  const outcome = toStockOutcome(fund, coming, year === undefined ? [] : [year])
  const payments = await findLatestPayments(db, symbol)
  const history = toDividendHistory(payments)
  const volatility = await findVolatilityRows(db, symbol)
  const returnOfCapital = await findRocOfFund(db, symbol)
  const returns = await findReturnFacts(db, symbol, returnOfCapital)
  const since = returns.closes[0]?.date
  const frozen = await findFrozenOfFund(db, symbol)
  const expectedAndPaid = toExpectedAndPaid(frozen)
  const others = (await findAnswers(db)).filter((other) => other.state === 'open' || other.symbol === symbol)
  return {
    kind: 'fund',
    symbol,
    name: fund.name,
    issuer: fund.issuer,
    inception: fund.inception,
    expenseRatio: expenseRatioOf(fund),
    family: (await findFamilies(db)).find(({ id }) => id === fund.family) ?? null,
    asOf,
    outcome,
    frequencyLabel: paysOn(fund) && fund.payments.length > 1 ? labelFrequency(frequencyOf(fund)) : null,
    incomePath:
      outcome.status === 'estimated'
        ? sumComing(coming, await findPathSample(db, symbol), fund.as_of, monthsOfYear).map(
            ({ quantiles: _quantiles, ...sum }) => sum
          )
        : [],
    history,
    inReview: (await findAllInReview(db)).flatMap(({ ex_date, amount, is_stored, ...entry }) =>
      entry.symbol !== symbol || ex_date === null || amount === null
        ? []
        : [{ ex_date, amount, isStored: is_stored === 1 }]
    ),
    returns: {
      ...returns,
      underlying: await loadUnderlying(db, fund.underlying),
      paymentsAYear: outcome.status === 'estimated' ? outcome.stock.payment_frequency : null,
      rank: since ? rankSince(await findGrowthTable(db), symbol, since) : null
    },
    expectedAndPaid,
    checkPath: findCheckPath(frozen, outcome),
    close: await countCloseOf(db, symbol, expectedAndPaid),
    moves: await findMovesOfNext(db, fund),
    returnOfCapital,
    noticeErrorPoints: await findNoticeError(db, fund.issuer),
    assets: await loadAssets(db, symbol, returns.splits),
    notices: await findConfirmedNotices(db, addDays(asOf, -noticeDays), [symbol]),
    paymentSources: Object.fromEntries(payments.map(({ ex_date, sources }) => [ex_date, sources])),
    volatility:
      fund.underlying === null || volatility.length < 2
        ? null
        : { underlying: fund.underlying, days: volatility },
    newestWeek: (await findClosedWeeks(db)).at(-1) ?? null,
    related: pickRelated(fund, others).map((other) => ({ symbol: other.symbol, name: other.name }))
  }
}

async function loadAssets(db: Db, symbol: string, splits: ReturnFacts['splits']): Promise<FundAssets | null> {
  const days = (await findFundDays(db, symbol)).map(
    ({ day, net_assets, shares_outstanding, source_name }) => ({
      day,
      netAssets: net_assets,
      sharesOutstanding: shares_outstanding,
      source: source_name
    })
  )
  const newest = days.at(-1)
  if (newest === undefined) return null
  const yearBefore = addMonths(newest.day, -12)
  const inYear = days.filter(({ day }) => day >= yearBefore)
  return { ...newest, change: splitAssetChange(inYear, splits) }
}

/** Rounded like the underlying's data file; an index can't be bought. */
async function loadUnderlying(db: Db, ticker: string | null): Promise<ReturnFacts['underlying']> {
  if (ticker === null || isIndex(ticker)) return null
  const closes = await findUnderlyingCloses(db, ticker)
  return { ticker, closes: closes.map(({ date, close }) => ({ date, close: roundTo(4, close) })) }
}

/** Payments that the count at the top of the history is about. */
const countedPaymentsShown = 52

async function countCloseOf(
  db: Db,
  symbol: string,
  scored: FundPage['expectedAndPaid']
): Promise<FundPage['close']> {
  const payments = await selectPayments(db).where('symbol', '=', symbol).execute()
  // Without closes, which only other rules than the last amount need.
  const counted = countedPayments({ symbol, family: '', payments, closes: [] })
  const paymentOf = new Map(counted.map((payment) => [payment.exDate, payment]))
  const compared = comparePayments(scored.toReversed(), (_symbol, exDate) => paymentOf.get(exDate))
  return countClose(compared, (_, i) => i >= compared.length - countedPaymentsShown)
}

function toExpectedAndPaid(frozen: readonly FrozenRow[]): FundPage['expectedAndPaid'] {
  return listScoredOnce(frozen)
    .toReversed()
    .map((row) => ({ ...toEntry(onTodaysBasis(row)), origin: row.origin }))
}

/** Old data may lead to an estimate for a day that has passed, which is not signed. */
function findCheckPath(frozen: readonly FrozenRow[], outcome: StockOutcome): string | null {
  if (outcome.status !== 'estimated') return null
  const { next_ex_date, dividend } = outcome.stock
  const live = frozen.filter(({ origin, ex_date }) => origin === 'live' && ex_date === next_ex_date)
  const newest = lastFrozen(live)
  return newest?.amount === dividend && newest.signed_on !== null
    ? checkEstimatePath(newest.signed_on, newest)
    : null
}
