import type { CollectionOutcome } from '../contract/collection.ts'
import type { Job } from '../estimates/job.ts'
import type { HeldLease } from '../platform/database/leases/leases.ts'
import type { CollectionContext, Extent } from './collection-context.ts'
import { type CollectionProgress, isToStop, lostCollection } from './collection-lease.ts'
import { fetchFunds, findUnanswered, type SourceParts } from './fetch-funds.ts'
import { fetchQuietFunds, findUnsettled } from './quiet-funds.ts'
import { saveAnswers } from './save-answers.ts'
import { fetchSecondSource, type SecondParts } from './second-source.ts'
import { fetchUnderlyings, saveUnderlyings } from './underlyings.ts'

export type CollectionSteps = {
  parts: SourceParts & SecondParts
  /** @throws ApiError once the service stops */
  refuseWhenStopping: () => void
  /** Runs a job that the service waits for before it stops. */
  finish: <Input, Output>(job: Job<Input, Output>, input: Input) => Promise<Output>
}

type CollectionRun = { progress: CollectionProgress; lease: HeldLease }

type Collection = {
  tickers: readonly string[]
  extent: Extent
  run: CollectionRun
  context: CollectionContext
}

/** Fetches the funds, stores the responses in one job and, after a full collection, collects the underlyings. */
export async function runCollection(
  steps: CollectionSteps,
  { tickers, extent, run: { progress, lease }, context }: Collection
): Promise<CollectionOutcome> {
  const { parts, refuseWhenStopping, finish } = steps
  Object.assign(progress, { total: tickers.length, isStored: false })
  const requests = countFrom(parts.requestsSent, tickers.length + requestsBesideFunds)
  const isFull = extent.scope === 'all' && tickers.length > 0
  const { today, now } = context
  async function noteProgress(current: string, done = progress.done): Promise<void> {
    refuseWhenStopping()
    if (!(await lease.isHeld())) throw lostCollection()
    Object.assign(progress, { current, done })
  }
  // In parallel, because each source has its own rate limit.
  const opinion = isFull ? fetchSecondSource(parts, today) : null
  // Without a second source only a chart can show that a fund paid nothing.
  const maySkip = isFull && parts.secondSource !== null
  const known = maySkip ? await fetchQuietFunds(parts, tickers, now, noteProgress) : new Map()
  const asked = await fetchFunds(parts, tickers, today, {
    onProgress: noteProgress,
    known,
    findUnsettled: async (symbols) =>
      symbols.length === 0 ? [] : findUnsettled(parts.db, symbols, await opinion, today),
    mayAsk: requests.mayAsk,
    isStopped: () => isToStop(parts.db, lease)
  })
  Object.assign(progress, { current: parts.secondSource?.name ?? null, done: asked.answers.length })
  const second = await opinion
  Object.assign(progress, { current: null })
  const { name, holder } = lease
  const { outcome, failed } = await finish(saveAnswers, {
    asked,
    context: second === null ? context : { ...context, second },
    extent,
    lease: { name, holder },
    // Unattended collections try again by themselves.
    unanswered: context.actor === undefined ? [] : findUnanswered(asked, tickers)
  })
  const last = failed.at(-1)
  if (last !== undefined)
    parts.log.warn(
      {
        failed: failed.map(({ ticker }) => ticker),
        wanted: extent.wanted,
        reason: outcome.stopped ?? last.message
      },
      `collecting ${extent.title} failed in part`
    )
  Object.assign(progress, { isStored: true })
  // After payments and prices are stored and estimated from, because requests may run out here.
  if (isFull && outcome.stopped === null)
    await collectUnderlyings(steps, now, { onProgress: noteProgress, mayAsk: requests.mayAsk }).catch(
      (error: unknown) => parts.log.warn({ err: error }, 'underlyings were not collected')
    )
  return { ...outcome, requests: requests.sent() }
}

async function collectUnderlyings(
  { parts, finish }: CollectionSteps,
  now: Date,
  limits: Parameters<typeof fetchUnderlyings>[2]
): Promise<void> {
  const facts = await fetchUnderlyings(parts, now, limits)
  if (facts.closes.length + facts.volatility.length > 0) await finish(saveUnderlyings, facts)
}

/**
 * Requests to one source per collection besides one for each fund: closes of underlyings, and option chains, which get the
 * rest. A number for everything would leave nothing for them once there are more funds.
 */
export const requestsBesideFunds = 20

function countFrom(requestsSent: SourceParts['requestsSent'], maxRequests: number) {
  const before = requestsSent?.() ?? {}
  const sent = () =>
    Object.fromEntries(
      Object.entries(requestsSent?.() ?? {})
        .map(([source, count]) => [source, count - (before[source] ?? 0)] as const)
        .filter(([, count]) => count > 0)
    )
  return { sent, mayAsk: (more: number) => Math.max(0, ...Object.values(sent())) + more <= maxRequests }
}
