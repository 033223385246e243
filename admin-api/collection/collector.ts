import { type CollectionScope, collectionGroups } from '../contract/collection.ts'
import { unsupportedMessage } from '../contract/stock.ts'
import type { Actor } from '../admin-log/admin-log.db.ts'
import { findFund, type NewFund } from '../funds/funds.db.ts'
import type { HeldLease, LeaseTimes } from '../platform/database/leases/take-lease.ts'
import { lastFinishedSession } from '../market-days/finished-session.ts'
import { toNewYorkTime } from '../market-days/new-york.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { Job } from '../estimates/jobs/job.ts'
import type {
  CollectedNew,
  CollectedOne,
  CollectionOutcome,
  CollectionProgress,
  Collector,
  EstimateEntry,
  Services
} from '../services.ts'
import { askFunds } from './ask-funds.ts'
import type { AskParts } from './ask-market.ts'
import { askWholeHistory, keepNew } from './collect-new.ts'
import { findFleet, findTickersOf } from './collection.db.ts'
import type { CollectionContext, Extent } from './collection-context.ts'
import { findCollections, lostCollection, takeCollection } from './collection-lease.ts'
import { keepAnew, keepAnswers } from './keep-answers.ts'
import { askSecondSource, type SecondParts } from './second-source.ts'

export type CollectorParts = AskParts &
  SecondParts &
  Pick<Services, 'clock' | 'changeFigures'> & { leaseTimes?: LeaseTimes | undefined }

type Run = { progress: CollectionProgress; lease: HeldLease }

/**
 * First asks the source for one fund after the other, then keeps all answers in one job and transaction: the database
 * never waits for a network, and a collection that is cut off has changed nothing.
 */
export function createCollector(parts: CollectorParts): Collector {
  const running = new Map<string, CollectionProgress>()
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

  async function finish<Input, Output>(job: Job<Input, Output>, input: Input): Promise<Output> {
    refuseWhenStopping()
    const done = parts.changeFigures(job, input)
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
    const asked = await askFunds(parts, [ticker], context.today, async () => undefined)
    const { entries, outcome } = await finish(keepAnswers, { asked, context, extent: null, lease: null })
    const [entry] = entries
    if (entry !== undefined) return { entry, heldBack: outcome.results[0]?.held_back ?? 0 }
    // Without an answer the fault is not the caller's; with one the fund itself has no estimate.
    const code = asked.answers.some((answer) => 'fetched' in answer) ? 'not-found' : 'source-failed'
    throw new ApiError(
      code,
      (outcome.no_estimate[0] ?? outcome.errors[0])?.message ?? `There is no estimate for ${ticker} yet.`
    )
  }

  async function collectGroup(scope: CollectionScope, actor?: Actor): Promise<CollectionOutcome> {
    return runAlone(scope, async (run) => {
      const context = contextOf(actor)
      const fleet = await findFleet(parts.db, context.today)
      const tickers =
        scope === 'all'
          ? fleet.map(({ symbol }) => symbol)
          : await findTickersOf(parts.db, scope, context.today)
      const title = scope === 'all' ? 'all groups' : collectionGroups[scope]
      const extent = { scope, title, wanted: tickers.length, fleet: fleet.length }
      return collect(tickers, { extent, run, context })
    })
  }

  async function collectMissed(): Promise<CollectionOutcome> {
    return runAlone('all', async (run) => {
      const context = contextOf(undefined)
      const fleet = await findFleet(parts.db, context.today)
      const wanted = lastFinishedSession(context.now)
      const tickers = fleet.flatMap(({ symbol, knownUntil }) =>
        knownUntil === null || knownUntil < wanted ? [symbol] : []
      )
      const extent = {
        scope: 'all',
        title: 'what was missed',
        wanted: tickers.length,
        fleet: fleet.length
      } as const
      return collect(tickers, { extent, run, context })
    })
  }

  /** Groups run beside each other, all funds by themselves, whichever process began it. */
  async function runAlone(
    scope: CollectionScope,
    work: (run: Run) => Promise<CollectionOutcome>
  ): Promise<CollectionOutcome> {
    const progress: CollectionProgress = { group: scope, done: 0, total: 0, current: null }
    const lease = await takeCollection(parts.db, progress, parts.leaseTimes)
    running.set(lease.holder, progress)
    try {
      return await work({ progress, lease })
    } finally {
      running.delete(lease.holder)
      // One that can't be given back ends by itself.
      await lease
        .release()
        .catch((error: unknown) => parts.log.warn({ err: error }, 'a lease was not given back'))
    }
  }

  async function collect(
    tickers: readonly string[],
    { extent, run: { progress, lease }, context }: { extent: Extent; run: Run; context: CollectionContext }
  ): Promise<CollectionOutcome> {
    progress.total = tickers.length
    const asked = await askFunds(parts, tickers, context.today, async (current, done) => {
      refuseWhenStopping()
      if (!(await lease.isHeld())) throw lostCollection()
      Object.assign(progress, { current, done })
    })
    Object.assign(progress, { current: parts.secondSource?.name ?? null, done: asked.answers.length })
    const isWhole = extent.scope === 'all' && tickers.length > 0
    const second = isWhole ? await askSecondSource(parts, context.today) : null
    Object.assign(progress, { current: null })
    const heard = second === null ? context : { ...context, second }
    const { name, holder } = lease
    const { outcome, failed } = await finish(keepAnswers, {
      asked,
      context: heard,
      extent,
      lease: { name, holder }
    })
    warnOfFailures(extent, failed, outcome)
    return outcome
  }

  function warnOfFailures(
    { title, wanted }: Extent,
    failed: readonly { ticker: string; message: string }[],
    { stopped }: CollectionOutcome
  ): void {
    const last = failed.at(-1)
    if (last === undefined) return
    parts.log.warn(
      { failed: failed.map(({ ticker }) => ticker), wanted, reason: stopped ?? last.message },
      `collecting ${title} failed in part`
    )
  }

  async function estimateAnew(ticker: string, actor?: Actor): Promise<EstimateEntry> {
    const result = await finish(keepAnew, { ticker, context: contextOf(actor) })
    if ('entry' in result) return result.entry
    throw new ApiError('not-found', result.message)
  }

  async function collectNew(fund: NewFund, actor?: Actor): Promise<CollectedNew> {
    const context = contextOf(actor)
    const fetched = await askWholeHistory(parts, fund.symbol, context.today)
    return finish(keepNew, { fund, fetched, context })
  }

  return {
    findRunning: async () =>
      (await findCollections(parts.db)).map(({ holder, progress }) => ({
        ...(running.get(holder) ?? progress)
      })),
    collectOne,
    collectGroup,
    collectMissed,
    collectNew,
    estimateAnew,
    stop: async () => {
      isStopping = true
      await Promise.allSettled(writing)
    }
  }
}
