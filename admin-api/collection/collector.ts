import type { Actor } from '../admin-log/admin-log.db.ts'
import { type CollectionOutcome, type CollectionScope, nameScope } from '../contract/collection.ts'
import { unsupportedMessage } from '../contract/stock.ts'
import type { Job, RunJob } from '../estimates/job.ts'
import { findFund, type NewFund } from '../funds/funds.db.ts'
import { lastFinishedSession, toNewYorkTime } from '../market-days/sessions.ts'
import type { LeaseTimes } from '../platform/database/leases/leases.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { CheckedFund } from './checks/check-collected.ts'
import { type CollectedNew, fetchFullHistory, saveNew } from './collect-new.ts'
import { findOpenFunds, type OpenFund } from './collection.db.ts'
import type { CollectionContext, Extent } from './collection-context.ts'
import { type CollectionProgress, findCollections, requestStop, takeCollection } from './collection-lease.ts'
import { fetchFunds, findUnanswered, type SourceParts } from './fetch-funds.ts'
import type { EstimateEntry } from './quarantine.ts'
import { type CollectionSteps, runCollection } from './run-collection.ts'
import { reestimate, saveAnswers } from './save-answers.ts'
import type { SecondParts } from './second-source.ts'

/** `quarantined`: number of quarantined payments. */
type CollectedOne = { entry: EstimateEntry; quarantined: number }

export type CollectorParts = SourceParts &
  SecondParts & { clock: () => Date; runJob: RunJob; leaseTimes?: LeaseTimes | undefined }

/** Collects market data. */
export type Collector = {
  /** All collections in progress, in any process. */
  findRunning: () => Promise<CollectionProgress[]>
  /**
   * Collects a fund and estimates it, from stored figures if no source responds.
   * @throws ApiError when the ticker is unknown, the source fails, or there is no estimate
   */
  collectOne: (ticker: string, actor?: Actor) => Promise<CollectedOne>
  /** Collects a group, or all funds. @throws ApiError when any of them are already being collected. */
  collectGroup: (scope: CollectionScope, actor?: Actor) => Promise<CollectionOutcome>
  /** Lets a running collection finish its current fund and save what it has. @throws ApiError if it isn't running */
  stopCollection: (scope: CollectionScope) => Promise<void>
  /** Collects the funds whose last session is not stored yet. @throws ApiError like `collectGroup`. */
  collectMissed: () => Promise<CollectionOutcome>
  /**
   * Adds a new fund with its full history. `identity`: the fund, or a function that finds what it is from its history.
   * @throws ApiError when the source fails or does not know the fund; then nothing is written.
   */
  collectNew: (
    symbol: string,
    identity: NewFund | ((history: CheckedFund) => NewFund),
    actor?: Actor
  ) => Promise<CollectedNew>
  /** Estimates a fund again from stored data. @throws ApiError when there is no estimate. */
  recalculateEstimate: (ticker: string, actor?: Actor) => Promise<EstimateEntry>
  /** Waits for running writes and discards requests that are still in progress. */
  stop: () => Promise<void>
}

/**
 * Each call fetches all funds first, then stores everything in one job and transaction: the
 * database never waits for a network, and an interrupted collection changes nothing.
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
    const done = parts.runJob(job, input)
    writing.add(done)
    try {
      return await done
    } finally {
      writing.delete(done)
    }
  }

  const steps: CollectionSteps = { parts, refuseWhenStopping, finish }

  async function collectOne(ticker: string, actor?: Actor): Promise<CollectedOne> {
    const fund = await findFund(parts.db, ticker)
    if (fund === undefined) throw new ApiError('not-found', unsupportedMessage(ticker))
    if (fund.state === 'retired')
      throw new ApiError('conflict', `${ticker} is retired. Please reopen it before collecting.`)
    const context = contextOf(actor)
    const asked = await fetchFunds(parts, [ticker], context.today, { onProgress: async () => undefined })
    const unanswered = findUnanswered(asked, [ticker])
    const single = { asked, context, extent: null, lease: null, unanswered }
    const { entries, outcome } = await finish(saveAnswers, single)
    const [entry] = entries
    if (entry !== undefined) return { entry, quarantined: outcome.results[0]?.held_back ?? 0 }
    // Otherwise the source failed.
    const hasNone = outcome.no_estimate.length > 0 || asked.answers.some((answer) => 'fetched' in answer)
    const code = hasNone ? 'not-found' : 'source-failed'
    throw new ApiError(
      code,
      (outcome.no_estimate[0] ?? outcome.errors[0])?.message ?? `There is no estimate for ${ticker} yet.`
    )
  }

  function collectGroup(scope: CollectionScope, actor?: Actor): Promise<CollectionOutcome> {
    const isWanted = ({ batch }: OpenFund) => scope === 'all' || batch === scope
    return collect({ scope, title: nameScope(scope), isWanted }, contextOf(actor))
  }

  function collectMissed(): Promise<CollectionOutcome> {
    const context = contextOf(undefined)
    const session = lastFinishedSession(context.now)
    const isWanted = ({ known_until }: OpenFund) => known_until === null || known_until < session
    return collect({ scope: 'all', title: 'missed funds', isWanted }, context)
  }

  /** Groups may run in parallel; a collection of all funds runs alone, across processes. */
  async function collect(
    { isWanted, ...what }: Pick<Extent, 'scope' | 'title'> & { isWanted: (fund: OpenFund) => boolean },
    context: CollectionContext
  ): Promise<CollectionOutcome> {
    const progress: CollectionProgress = { group: what.scope, done: 0, total: 0, current: null }
    const lease = await takeCollection(parts.db, progress, parts.leaseTimes)
    running.set(lease.holder, progress)
    try {
      const openFunds = await findOpenFunds(parts.db, context.today)
      const tickers = openFunds.filter(isWanted).map(({ symbol }) => symbol)
      const extent = { ...what, wanted: tickers.length, openFunds: openFunds.length }
      return await runCollection(steps, { tickers, extent, run: { progress, lease }, context })
    } finally {
      running.delete(lease.holder)
      // A lease that can't be released expires.
      await lease
        .release()
        .catch((error: unknown) =>
          parts.log.warn({ err: error }, 'a lease could not be released; it expires by itself')
        )
    }
  }

  async function recalculateEstimate(ticker: string, actor?: Actor): Promise<EstimateEntry> {
    const result = await finish(reestimate, { ticker, context: contextOf(actor) })
    if ('entry' in result) return result.entry
    throw new ApiError('not-found', result.message)
  }

  async function collectNew(
    symbol: string,
    identity: NewFund | ((history: CheckedFund) => NewFund),
    actor?: Actor
  ): Promise<CollectedNew> {
    const context = contextOf(actor)
    const fetched = await fetchFullHistory(parts, symbol, context.today)
    const fund = typeof identity === 'function' ? identity(fetched) : identity
    return finish(saveNew, { fund, fetched, context })
  }

  return {
    findRunning: async () =>
      (await findCollections(parts.db)).map(({ holder, progress }) => ({
        ...(running.get(holder) ?? progress)
      })),
    collectOne,
    collectGroup,
    stopCollection: (scope) => requestStop(parts.db, scope),
    collectMissed,
    collectNew,
    recalculateEstimate,
    stop: async () => {
      isStopping = true
      await Promise.allSettled(writing)
    }
  }
}
