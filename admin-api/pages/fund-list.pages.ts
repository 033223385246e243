import { type FundIndex, fundIndexPath } from '../contract/fund-index.ts'
import type {
  FundReturns,
  FundRow,
  FundSummary,
  FundsPage,
  IncomePage,
  ReinvestmentNeeded
} from '../contract/fund-page.ts'
import { fundsPath, incomePath } from '../contract/pages.ts'
import type { OutlookSum } from '../contract/payout-figures.ts'
import { findRecord } from '../estimates/estimate-record.db.ts'
import { type FundAnswer, findAnswers } from '../estimates/estimates.db.ts'
import { findOutlookSums } from '../estimates/outlooks.db.ts'
import { toFundSummary, toStockOutcome } from '../estimates/stock-outcome.ts'
import { medianError } from '../estimator/confidence.ts'
import { findFormerSymbols } from '../funds/former-symbols.db.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import { nameOfUnderlying, nicknamesOf } from '../funds/underlying-names.ts'
import { stalePriceDays } from '../market-days/closes.ts'
import { addDays, addMonths } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { lastUsual } from '../market-days/usual-payments.ts'
import { errorPercent } from '../numbers/forecast-errors.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { findNewestClose } from '../payments/fund-facts.db.ts'
import { findHistories } from '../payments/fund-histories.db.ts'
import { findRocByFund } from '../payments/return-of-capital.db.ts'
import type { Db } from '../platform/database/schema.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { expenseRatioOf } from '../returns/expense-ratio.ts'
import { type ReturnHistory, summarizeReturn } from '../returns/growth.ts'
import { yearOf, yearPerThousand } from '../returns/outlook-sums.ts'
import { reinvestmentNeeded } from '../returns/reinvestment-needed.ts'
import { returnOfCapitalOf } from '../returns/return-of-capital.ts'
import { listScored } from '../signed-record/counted-estimates.ts'

/** All funds: the /funds page, and the file that the search fields read. */
export const fundListPages = [
  {
    path: fundsPath,
    load: loadFundsPage,
    dependsOn: { figures: 'all', funds: 'all', day: 'all', record: 'all' },
    sitemap: 'price-day'
  },
  {
    path: incomePath,
    load: loadIncomePage,
    dependsOn: { figures: 'all', funds: 'all', day: 'all' },
    sitemap: 'price-day'
  },
  {
    path: fundIndexPath,
    load: async (db) => ({ kind: 'fund-index' as const, index: await loadFundIndex(db) }),
    dependsOn: { figures: 'all', funds: 'all' }
  }
] satisfies readonly PageKind[]

async function loadFundIndex(db: Db): Promise<FundIndex> {
  const funds = await findAnswers(db)
  const formerOf = new Map<string, string[]>()
  for (const { symbol, present } of await findFormerSymbols(db))
    formerOf.set(present, [...(formerOf.get(present) ?? []), symbol])
  return {
    funds: funds.map(({ symbol, name, issuer, underlying, amount }) => ({
      symbol,
      name,
      issuer,
      formerSymbols: formerOf.get(symbol) ?? [],
      nicknames: nicknamesOf(symbol),
      underlying: underlying === null ? null : { ticker: underlying, name: nameOfUnderlying(underlying) },
      hasEstimate: amount !== null
    }))
  }
}

async function loadIncomePage(db: Db): Promise<IncomePage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const funds: IncomePage['funds'] = []
  const sumsOf = await findOutlookSums(db)
  const historyOf = new Map((await findHistories(db)).map((history) => [history.symbol, history]))
  for (const answer of await findAnswers(db)) {
    const outcome = toStockOutcome(answer)
    const newest = await findNewestClose(db, answer.symbol)
    if (outcome.status !== 'estimated' || newest === undefined) continue
    const { symbol, dividend, low, payment_frequency, frequency_label } = outcome.stock
    const latest_close = { date: newest.date, close: roundTo(2, newest.close) }
    const year = yearOf(sumsOf.get(symbol) ?? [])
    const history = historyOf.get(symbol)
    const needed = history === undefined ? null : neededNow(history, asOf)
    funds.push({
      symbol,
      name: answer.name,
      dividend,
      low,
      latest_close,
      payment_frequency,
      frequency_label,
      outlook: year === undefined ? [] : [year],
      pastYear: needed && {
        priceChangePercent: roundTo(2, 100 * (newest.close / needed.cost - 1)),
        reinvestedShare: needed.share
      }
    })
  }
  return { kind: 'income', asOf, funds }
}

async function loadFundsPage(db: Db): Promise<FundsPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const typicalErrorOf = await findTypicalErrors(db)
  const historyOf = new Map((await findHistories(db)).map((history) => [history.symbol, history]))
  const rocOf = await findRocByFund(db)
  const sumsOf = await findOutlookSums(db)
  const funds = (await findAnswers(db)).map((answer): FundRow => {
    const history = historyOf.get(answer.symbol) ?? { payments: [], closes: [] }
    const newest = lastUsual(history.payments)
    return {
      ...toFundSummary(answer),
      ...toFigures(answer, sumsOf.get(answer.symbol)),
      underlying:
        answer.underlying === null
          ? null
          : { ticker: answer.underlying, name: nameOfUnderlying(answer.underlying) },
      expenseRatio: expenseRatioOf(answer),
      asOf,
      returns: fundReturns(history, asOf),
      returnOfCapital: newest ? returnOfCapitalOf(newest, rocOf(answer.symbol)) : null,
      typicalErrorPercent: typicalErrorOf.get(answer.symbol) ?? null
    }
  })
  const isLast = ({ estimate }: FundSummary) => Number(estimate === null)
  return { kind: 'funds', asOf, funds: funds.sort((a, b) => isLast(a) - isLast(b)) }
}

function toFigures(
  answer: FundAnswer,
  sums: readonly OutlookSum[] = []
): Pick<FundRow, 'message' | 'figures'> {
  const outcome = toStockOutcome(answer)
  if (outcome.status !== 'estimated') return { message: outcome.message, figures: null }
  const { dividend, low, high, annualized_yield, weight, change_chances: chances, price } = outcome.stock
  const widthPercent = dividend > 0 ? roundTo(2, (100 * (high - low)) / dividend) : 0
  return {
    message: null,
    figures: {
      low,
      high,
      widthPercent,
      yieldPercent: annualized_yield,
      confidence: weight,
      chances,
      yearPer1000: yearPerThousand(sums, price)
    }
  }
}

/** Median error by symbol, in percent of the payment. */
async function findTypicalErrors(db: Db): Promise<Map<string, number | null>> {
  const past = listScored(await findRecord(db), 'replayed').map(({ symbol, origin, amount, actual }) => ({
    symbol,
    origin,
    error_percent: errorPercent(amount, actual)
  }))
  const pastOf = Map.groupBy(past, ({ symbol }) => symbol)
  return new Map([...pastOf].map(([symbol, estimates]) => [symbol, medianError(estimates)?.percent ?? null]))
}

/** @param asOf newest day of the data, from which months are counted */
function fundReturns(history: ReturnHistory, asOf: IsoDay): FundReturns {
  const [first, newest] = [history.closes[0], history.closes.at(-1)]
  const sinceFirst = first === undefined ? null : summarizeReturn(history, first.date)
  return {
    threeMonths: returnOver(history, asOf, 3),
    twelveMonths: returnOver(history, asOf, 12),
    sinceFirst: toPercent(sinceFirst?.reinvested),
    maxDrawdown: toPercent(sinceFirst?.maxDrawdown),
    reinvestmentNeeded: neededNow(history, asOf),
    from: first?.date ?? null,
    to: newest?.date ?? null
  }
}

/** Over the year to the newest close; null if that is old. */
function neededNow(history: ReturnHistory, asOf: IsoDay): ReinvestmentNeeded | null {
  const newest = history.closes.at(-1)
  return newest !== undefined && newest.date >= addDays(asOf, -stalePriceDays)
    ? reinvestmentNeeded(history)
    : null
}

/** null unless there are closes at both ends. */
function returnOver(history: ReturnHistory, asOf: IsoDay, months: number): number | null {
  const start = addMonths(asOf, -months)
  const first = history.closes[0]
  if (first === undefined || first.date > start) return null
  const summary = summarizeReturn(history, start)
  const isComplete =
    summary !== null &&
    summary.from <= addDays(start, stalePriceDays) &&
    summary.to >= addDays(asOf, -stalePriceDays)
  return isComplete ? toPercent(summary.reinvested) : null
}

function toPercent(fraction: number | undefined): number | null {
  return fraction === undefined ? null : roundTo(2, fraction * 100)
}
