import type { CollectionGroup } from '../../contract/collection.ts'
import { unsupportedMessage } from '../../contract/stock.ts'
import type { Actor } from '../../db/admin-log.db.ts'
import { findFund } from '../../db/funds.db.ts'
import { toNewYorkTime } from '../../domain/schedule/new-york.ts'
import { ApiError } from '../../http/errors.ts'
import type {
  CollectedNew,
  CollectedOne,
  CollectionOutcome,
  CollectionProgress,
  Collector,
  EstimateEntry,
  InsertFund
} from '../../services.ts'
import { type AskParts, askMarket, type MarketAnswer } from './ask-market.ts'
import { askWholeHistory, keepNew } from './collect-new.ts'
import { findTickersOf } from './collection.db.ts'
import type { CollectionContext } from './collection-context.ts'
import { type KeepParts, keepAnew, keepAnswers } from './keep-answers.ts'

export type CollectorParts = AskParts & KeepParts

/**
 * First asks the source for one fund after the other, then keeps all answers in one transaction: the database never
 * waits for a network, and a collection that is cut off has changed nothing.
 */
export function createCollector(parts: CollectorParts): Collector {
  const running = new Map<CollectionGroup, CollectionProgress>()
  const writing = new Set<Promise<unknown>>()
  let isStopping = false

  function contextOf(actor: Actor | undefined): CollectionContext {
    const now = parts.clock()
    const base = { now, today: toNewYorkTime(now).day, sourceName: parts.market.name }
    return actor === undefined ? base : { ...base, actor }
  }

  function refuseWhenStopping(): void {
    if (isStopping) throw new ApiError('conflict', 'The service is stopping, so nothing was collected.')
  }

  async function finish<Result>(write: () => Promise<Result>): Promise<Result> {
    refuseWhenStopping()
    const done = write()
    writing.add(done)
    try {
      return await done
    } finally {
      writing.delete(done)
    }
  }

  async function collectOne(ticker: string, actor?: Actor): Promise<CollectedOne> {
    const fund = await findFund(parts.db, ticker)
    if (fund === undefined) throw new ApiError('not-found', unsupportedMessage(ticker))
    if (fund.state === 'retired')
      throw new ApiError('conflict', `${ticker} is retired. Please reopen it before it is collected.`)
    const context = contextOf(actor)
    const answer = await askMarket(parts, ticker, context.today)
    const { entries, outcome } = await finish(() => keepAnswers(parts, [answer], { context }))
    const [entry] = entries
    if (entry !== undefined) return { entry, heldBack: outcome.results[0]?.held_back ?? 0 }
    // Without an answer the fault is not the caller's; with one the fund itself has no estimate.
    const code = 'fetched' in answer ? 'not-found' : 'source-failed'
    throw new ApiError(code, outcome.errors[0]?.message ?? `There is no estimate for ${ticker} yet.`)
  }

  async function collectGroup(group: CollectionGroup, actor?: Actor): Promise<CollectionOutcome> {
    if (running.has(group))
      throw new ApiError('conflict', `The group ${group} is being collected already. Please wait for it.`)
    const progress: CollectionProgress = { group, done: 0, total: 0, current: null }
    running.set(group, progress)
    try {
      const tickers = await findTickersOf(parts.db, group, contextOf(actor).today)
      progress.total = tickers.length
      const context = contextOf(actor)
      const answers: MarketAnswer[] = []
      for (const ticker of tickers) {
        refuseWhenStopping()
        progress.current = ticker
        answers.push(await askMarket(parts, ticker, context.today))
        progress.done += 1
      }
      progress.current = null
      return (await finish(() => keepAnswers(parts, answers, { context, group }))).outcome
    } finally {
      running.delete(group)
    }
  }

  async function estimateAnew(ticker: string, actor?: Actor): Promise<EstimateEntry> {
    const result = await finish(() => keepAnew(parts, ticker, contextOf(actor)))
    if ('entry' in result) return result.entry
    throw new ApiError('not-found', result.message)
  }

  async function collectNew(symbol: string, insert: InsertFund, actor?: Actor): Promise<CollectedNew> {
    const context = contextOf(actor)
    const fetched = await askWholeHistory(parts, symbol, context.today)
    return finish(() => keepNew(parts, { symbol, fetched, insert }, context))
  }

  return {
    findRunning: () => [...running.values()].map((progress) => ({ ...progress })),
    collectOne,
    collectGroup,
    collectNew,
    estimateAnew,
    stop: async () => {
      isStopping = true
      await Promise.allSettled(writing)
    }
  }
}
