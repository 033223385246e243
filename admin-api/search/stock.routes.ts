import { writeLog } from '../admin-log/admin-log.db.ts'
import { findFundPath, fundsPath, pathOfFund } from '../contract/pages.ts'
import { readSearchMetrics, readTopTickers, resetSearchMetrics } from '../contract/search-metrics.ts'
import { readDividendHistory, type StockOutcome, searchStock, unsupportedMessage } from '../contract/stock.ts'
import { findComingPaymentsOf } from '../estimates/coming-payments.db.ts'
import { findPayingFunds } from '../estimates/estimates.db.ts'
import { toStockOutcome } from '../estimates/stock-outcome.ts'
import { findPresentSymbol } from '../funds/former-symbols.db.ts'
import { findFund } from '../funds/funds.db.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { toDividendHistory } from '../payments/dividend-history.ts'
import { findNewestClose } from '../payments/fund-facts.db.ts'
import { findLatestPayments } from '../payments/payments.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { createCachedValue, timeSlots } from '../platform/http/cached-response.ts'
import { ApiError } from '../platform/http/errors.ts'
import { limitRequests, type RequestLimits } from '../platform/http/rate-limit.ts'
import type { RouteParts, Routes } from '../platform/http/route.ts'
import { readFiguresRevision } from '../publishing/figures-revision.db.ts'
import { onPagesQueued } from '../publishing/page-notices.ts'
import { deleteSearches, findTopSearches, findTopTickers } from './search-history.db.ts'
import type { SearchRecorder } from './search-recorder.ts'

export function addStockRoutes(
  { router, route }: Routes,
  { db, searchRecorder }: Pick<RouteParts, 'db'> & { searchRecorder: SearchRecorder },
  limits: RequestLimits
): void {
  const readOutcome = createOutcomeReader(db)
  router.use(searchStock.path, limitRequests(limits))

  route(searchStock, async ({ symbol }, { ip, userAgent }) => {
    const direct = await readOutcome(symbol)
    const present = direct === null ? await findPresentSymbol(db, symbol) : undefined
    const outcome = present === undefined ? direct : await readOutcome(present)
    if (outcome === null) throw new ApiError('not-found', unsupportedMessage(symbol))
    if (outcome.status !== 'estimated') {
      const renamed = present === undefined ? '' : `${symbol} is listed here as ${present}. `
      throw new ApiError('no-estimate', renamed + outcome.message)
    }
    searchRecorder.record({ symbol: present ?? symbol, ip, userAgent })
    return present === undefined ? outcome.stock : { ...outcome.stock, renamed_from: symbol }
  })

  route(readDividendHistory, async ({ symbol }) => {
    const present = (await findPresentSymbol(db, symbol)) ?? symbol
    const history = toDividendHistory(await findLatestPayments(db, present))
    const isUnknown = history.dividend_history.length === 0 && (await findFund(db, present)) === undefined
    if (isUnknown) throw new ApiError('not-found', unsupportedMessage(symbol))
    return history
  })

  // The search form without its script.
  router.get(findFundPath, async ({ query }, response) => {
    const text = String(query['symbol'] ?? '').trim()
    const symbol = text.toUpperCase()
    const present = (await findFund(db, symbol))?.symbol ?? (await findPresentSymbol(db, symbol))
    response.redirect(
      303,
      present === undefined ? `${fundsPath}?q=${encodeURIComponent(text)}` : pathOfFund(present)
    )
  })
}

/** Longest time until a search shows figures that another instance has changed. */
const checkSeconds = 0.25

/**
 * Returns a function that reads the estimate of a fund, or the reason why there is none. Reading a row costs more than
 * the rest of a search, so outcomes are cached until figures change. Only known funds are cached, which limits memory.
 */
function createOutcomeReader(db: Db): (symbol: string) => Promise<StockOutcome | null> {
  const revision = createCachedValue(() => readFiguresRevision(db), timeSlots(checkSeconds))
  onPagesQueued(db, revision.forget)
  let cache = { revision: -1, outcomes: new Map<string, StockOutcome>() }
  return async (symbol) => {
    const newest = await revision.read()
    if (cache.revision !== newest) cache = { revision: newest, outcomes: new Map() }
    const { outcomes } = cache
    const cached = outcomes.get(symbol)
    if (cached !== undefined) return cached
    const [fund] = await findPayingFunds(db, [symbol])
    if (fund === undefined) return null
    const outcome = toStockOutcome(fund, await findComingPaymentsOf(db, symbol), fund.sums)
    if (outcome.status === 'estimated') {
      const close = await findNewestClose(db, symbol)
      if (close !== undefined) outcome.stock.latest_close = { ...close, close: roundTo(2, close.close) }
      Object.freeze(outcome.stock)
    }
    outcomes.set(symbol, outcome)
    return outcome
  }
}

const shownTickers = 3
const topTickerSeconds = 30

export function addSearchMetricsRoutes(
  { route }: Routes,
  { db, clock, searchRecorder }: RouteParts & { searchRecorder: SearchRecorder }
): void {
  // Every open home page requests this twice a minute.
  const topTickers = createCachedValue(() => findTopTickers(db, shownTickers), timeSlots(topTickerSeconds))

  route(readTopTickers, async () => ({ tickers: await topTickers.read() }), {
    cacheSeconds: topTickerSeconds
  })

  route(readSearchMetrics, async () => {
    await searchRecorder.flush()
    // From one query, because a search may come between two.
    const searches = await findTopSearches(db)
    return {
      top_searches: searches.slice(0, shownTickers),
      total_count: searches.reduce((sum, { count }) => sum + count, 0),
      fetched_at: clock().toISOString()
    }
  })

  route(resetSearchMetrics, async (_input, { actor }) => {
    // Searches still in memory would otherwise be written a moment later.
    await searchRecorder.flush()
    await writeTransaction(db, async (trx) => {
      const searches = await deleteSearches(trx)
      const logFields = { level: 'WARNING', category: 'SYSTEM', action: 'DELETE' } as const
      const message = `Cleared all search metrics (${searches} searches)`
      await writeLog(trx, { ...logFields, message, actor, metadata: { searches } }, clock())
    })
    topTickers.forget()
    return { message: 'All search metrics have been cleared successfully' }
  })
}
