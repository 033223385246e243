import { sql, type Transaction } from 'kysely'
import { markKnownUntil } from '../payments/fund-facts.db.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import { isLeaseOf } from '../platform/database/leases/leases.db.ts'
import type { HeldLease } from '../platform/database/leases/take-lease.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import type { Job, JobParts } from '../estimates/jobs/job.ts'
import type { CollectionOutcome, EstimateEntry } from '../services.ts'
import { admitPayments } from './admit-payments.ts'
import type { Asked } from './ask-funds.ts'
import type { Failure, MarketAnswer } from './ask-market.ts'
import { findNotOpen, markOptionsAsked } from './collection.db.ts'
import { type CollectionContext, type Extent, log } from './collection-context.ts'
import { lostCollection } from './collection-lease.ts'
import { type IngestResult, ingestFund } from './ingest-fund.ts'
import { logCollection } from './log-collection.ts'
import { upsertPendingEstimate } from './pending-estimate.ts'
import { keepSecond } from './second-source.ts'
import { noteSourceOutcome } from './source-outcome.ts'
import { noteUnknown } from './unknown-funds.ts'

/** `lease` is that of the collection; null for a single fund, as is `extent`. */
export type Answers = {
  asked: Asked
  context: CollectionContext
  extent: Extent | null
  lease: Pick<HeldLease, 'name' | 'holder'> | null
}

/** `failed`: what was not collected; a fund that is closed fails nobody. */
export type Kept = { entries: EstimateEntry[]; outcome: CollectionOutcome; failed: Failure[] }

/**
 * Facts, estimates, pending entries and log lines of a whole collection, or none of them.
 * @throws ApiError where another process has taken the lease
 */
export const keepAnswers: Job<Answers, Kept> = {
  name: 'keep-answers',
  run: async (parts, { asked: { answers, optionsAsked, block }, context, extent, lease }) => {
    return parts.write(async (trx) => {
      if (lease !== null && !(await isLeaseOf(trx, lease))) throw lostCollection()
      const ingested: IngestResult[] = []
      const errors: CollectionOutcome['errors'] = []
      for (const answer of answers) {
        const done = 'fetched' in answer ? await ingest(parts, trx, answer, context) : answer
        if ('message' in done) errors.push({ ticker: answer.ticker, message: done.message })
        else ingested.push(done)
      }
      const admitted = await admitPayments(trx, answers, context)
      const hasClosed = await noteUnknown(trx, answers, context)
      const hasNews = admitted > 0 || ingested.some(({ isChanged }) => isChanged)
      const isDeclaredAnew = await keepSecond(trx, context)
      if ((await markAsked(trx, ingested)) || hasNews || hasClosed || isDeclaredAnew) {
        if (hasNews) await noteSource(trx, context.sourceName)
        await parts.refreshEstimates(trx)
      }
      const asked = answers.map(({ ticker }) => ticker)
      const notOpen = extent === null ? new Set() : await findNotOpen(trx, asked)
      const ofOpen = answers.filter((answer) => 'fetched' in answer || !notOpen.has(answer.ticker))
      const entries: EstimateEntry[] = []
      const results: CollectionOutcome['results'] = []
      const no_estimate: CollectionOutcome['no_estimate'] = []
      for (const { symbol, heldBack } of ingested) {
        if (notOpen.has(symbol)) continue
        const left = await upsertPendingEstimate(trx, symbol, context)
        if ('message' in left) {
          no_estimate.push({ ticker: symbol, message: left.message })
          continue
        }
        entries.push(left.entry)
        results.push({
          ticker: symbol,
          estimated_dividend: left.entry.estimated_amount,
          held_back: heldBack
        })
      }
      await markOptionsAsked(trx, optionsAsked, context.now)
      const stopped =
        extent?.scope === 'all'
          ? await noteSourceOutcome(trx, { answers: ofOpen, block, ...extent }, parts.now)
          : block && `${block.message} The rest of the group was not asked for; please try again later.`
      const failed = errors.filter(({ ticker }) => !notOpen.has(ticker))
      const outcome = { results, errors: failed, no_estimate, stopped }
      if (extent?.wanted !== 0)
        await logCollection(trx, context, { ...outcome, ingested, admitted, entries, extent })
      return { entries, outcome, failed: ofOpen.filter((answer) => 'message' in answer) }
    })
  }
}

/** Estimates all funds anew and puts the new estimate of one in place of its pending entry. */
export const keepAnew: Job<
  { ticker: string; context: CollectionContext },
  { entry: EstimateEntry } | { message: string }
> = {
  name: 'estimate-anew',
  run: async (parts, { ticker, context }) => {
    return parts.write(async (trx) => {
      await parts.refreshEstimates(trx)
      const left = await upsertPendingEstimate(trx, ticker, context)
      const wasFound = 'entry' in left
      await log(trx, context, {
        level: wasFound ? 'INFO' : 'ERROR',
        category: 'MANUAL_ENTRY',
        action: 'UPDATE',
        symbol: ticker,
        message: wasFound
          ? `Estimated ${ticker} anew from what is stored: ${left.entry.estimated_amount.toFixed(4)}.`
          : `${ticker} could not be estimated anew: ${left.message}`,
        ...(wasFound && {
          entityId: left.entry.id,
          metadata: { estimated_dividend: left.entry.estimated_amount, ex_date: left.entry.ex_date }
        })
      })
      return left
    })
  }
}

/** What the database refuses of one fund is undone for this fund alone. */
export async function ingest(
  { log: ownLog }: Pick<JobParts, 'log'>,
  trx: Transaction<Database>,
  { ticker, fetched }: Extract<MarketAnswer, { fetched: unknown }>,
  context: CollectionContext
): Promise<IngestResult | { message: string }> {
  await sql`savepoint one_fund`.execute(trx)
  try {
    const result = await ingestFund(trx, ticker, fetched, context)
    await sql`release savepoint one_fund`.execute(trx)
    return result
  } catch (error) {
    await sql`rollback to savepoint one_fund`.execute(trx)
    ownLog.error({ err: error, ticker }, 'what was collected could not be stored')
    return {
      message: `What was collected of ${ticker} could not be stored; the service's own log says more.`
    }
  }
}

/**
 * Who was asked has no news up to the newest day of any fund; the others may have, so that nobody may say of them
 * that they stopped paying. Says whether that moved a day.
 */
async function markAsked(trx: Transaction<Database>, ingested: readonly IngestResult[]): Promise<boolean> {
  const newest = await findNewestPriceDay(trx)
  const symbols = ingested.map(({ symbol }) => symbol)
  return newest !== null && (await markKnownUntil(trx, symbols, newest)) > 0
}

/** Pages name the source of the newest figures. */
async function noteSource(trx: Transaction<Database>, sourceName: string): Promise<void> {
  if ((await readMeta(trx, 'market-data')) !== sourceName) await writeMeta(trx, 'market-data', sourceName)
}
