import { sql } from 'kysely'
import type { CollectionOutcome } from '../contract/collection.ts'
import { noteChangedFacts } from '../estimates/changed-facts.ts'
import { deriveFigures } from '../estimates/derive-figures.ts'
import type { Job, JobParts } from '../estimates/job.ts'
import { findNotOpen } from '../funds/funds.db.ts'
import { noteFirstSeen } from '../payments/first-seen.db.ts'
import { markKnown } from '../payments/fund-facts.db.ts'
import { queueQuarantined } from '../payments/quarantined-pages.ts'
import { type HeldLease, isLeaseOf } from '../platform/database/leases/leases.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Trx } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { admitPayments } from './admit-payments.ts'
import { markOptionsFetched } from './collection.db.ts'
import { type CollectionContext, type Extent, log } from './collection-context.ts'
import { lostCollection } from './collection-lease.ts'
import type { Failure, FetchedFunds, MarketAnswer, SourceBlock } from './fetch-funds.ts'
import { type IngestResult, ingestFund } from './ingest-fund.ts'
import { logCollection } from './log-collection.ts'
import { type AddedPayment, markPayments } from './mark-payments.ts'
import type { EstimateEntry } from './quarantine.ts'
import { upsertPendingEstimate } from './quarantine.ts'
import { saveSecondSource } from './second-source.ts'
import { noteSourceOutcome } from './source-state.db.ts'
import { closeUnknownFunds } from './unknown-funds.ts'

/** `lease` belongs to the collection; null for a single fund, as is `extent`. */
export type Answers = {
  asked: FetchedFunds
  context: CollectionContext
  extent: Extent | null
  lease: Pick<HeldLease, 'name' | 'holder'> | null
  /** Funds to estimate from stored figures, because no source responds. */
  unanswered: readonly string[]
}

/** `failed`: funds not collected; closed funds don't count. */
export type Saved = { entries: EstimateEntry[]; outcome: CollectionOutcome; failed: Failure[] }

/** Facts that a collection stored, before figures are derived from them. */
type Ingested = {
  ingested: IngestResult[]
  errors: CollectionOutcome['errors']
  admitted: AddedPayment[]
}

/**
 * Stores all facts of a collection, or nothing; then the figures that follow, and then pending entries and log lines.
 * @throws ApiError if another process took the lease
 */
export const saveAnswers: Job<Answers, Saved> = {
  name: 'save-answers',
  turn: 'last',
  run: async (parts, given) => {
    const stored = await writeTransaction(parts.db, (trx) =>
      queueQuarantined(trx, parts, () => storeFacts(trx, parts, given))
    )
    await deriveFigures(parts)
    return writeTransaction(parts.db, (trx) =>
      queueQuarantined(trx, parts, () => storeOutcome(trx, parts, given, stored))
    )
  }
}

/** @throws ApiError if another process took the lease */
async function storeFacts(
  trx: Trx,
  parts: JobParts,
  { asked: { answers }, context, extent, lease }: Answers
): Promise<Ingested> {
  if (lease !== null && !(await isLeaseOf(trx, lease))) throw lostCollection()
  const ingested: IngestResult[] = []
  const errors: CollectionOutcome['errors'] = []
  for (const answer of answers) {
    const done = 'fetched' in answer ? await ingest(parts, trx, answer, context) : answer
    if ('message' in done) errors.push({ ticker: answer.ticker, message: done.message })
    else ingested.push(done)
  }
  const admitted = await admitPayments(trx, answers, context)
  const hasClosed = await closeUnknownFunds(trx, answers, context)
  const hasNews = admitted.length > 0 || ingested.some(({ isChanged }) => isChanged)
  const hasNewDeclared = await saveSecondSource(trx, context)
  await noteFirstSeen(trx, { ...context, isOfAllFunds: extent?.scope === 'all' })
  const collected = ingested.map(({ symbol }) => symbol)
  const hasNewKnownDay = await markKnown(trx, collected)
  if (hasNews) await noteSource(trx, sourceOf(ingested) ?? context.sourceName)
  if (hasNewKnownDay || hasNews || hasClosed || hasNewDeclared)
    await noteChangedFacts(trx, { now: parts.now, closes: true })
  return { ingested, errors, admitted }
}

/** Stores pending entries for the new estimates, and what the operator reads about the collection. */
async function storeOutcome(
  trx: Trx,
  parts: JobParts,
  { asked: { answers, optionsAsked, block }, context, extent, unanswered }: Answers,
  { ingested, errors, admitted }: Ingested
): Promise<Saved> {
  // Only now, because the record has the range of a payment once it is scored.
  await markPayments(trx, [...ingested.flatMap(({ added }) => added), ...admitted], context)
  const notOpen = extent === null ? new Set() : await findNotOpen(trx)
  const ofOpen = answers.filter((answer) => 'fetched' in answer || !notOpen.has(answer.ticker))
  const entries: EstimateEntry[] = []
  const results: CollectionOutcome['results'] = []
  const no_estimate: CollectionOutcome['no_estimate'] = []
  const estimable = [
    ...ingested.map(({ symbol, quarantined }) => ({ symbol, quarantined, isStored: false })),
    ...unanswered.map((symbol) => ({ symbol, quarantined: 0, isStored: true }))
  ]
  for (const { symbol, quarantined, isStored } of estimable) {
    if (notOpen.has(symbol)) continue
    const upserted = await upsertPendingEstimate(trx, symbol, context, isStored)
    if ('message' in upserted) {
      no_estimate.push({ ticker: symbol, message: upserted.message })
      continue
    }
    entries.push(upserted.entry)
    results.push({
      ticker: symbol,
      estimated_dividend: upserted.entry.estimated_amount,
      held_back: quarantined
    })
  }
  await markOptionsFetched(trx, optionsAsked, context.now)
  const stopped =
    extent?.scope === 'all'
      ? await noteSourceOutcome(trx, { answers: ofOpen, block, ...extent }, parts.now)
      : block && `${block.message} ${unanswered.length > 0 ? estimatedFromStored : notCollected(block)}`
  if (extent?.scope === 'all') await parts.queueChange(trx, { kind: 'collected' }, parts.now)
  const failed = errors.filter(({ ticker }) => !notOpen.has(ticker) && !unanswered.includes(ticker))
  const outcome = { results, errors: failed, no_estimate, stopped }
  if (extent?.wanted !== 0)
    await logCollection(trx, context, { ...outcome, ingested, admitted: admitted.length, entries, extent })
  return { entries, outcome, failed: ofOpen.filter((answer) => 'message' in answer) }
}

const estimatedFromStored = 'No source responds, so the estimates are from stored figures.'

function notCollected({ kind }: SourceBlock): string {
  return `The rest of the group was not collected${kind === 'stopped' ? '' : '; please try again later'}.`
}

/** Re-estimates all funds and replaces the pending entry of one. */
export const reestimate: Job<
  { ticker: string; context: CollectionContext },
  { entry: EstimateEntry } | { message: string }
> = {
  name: 'recalculate-estimate',
  run: async (parts, { ticker, context }) => {
    await writeTransaction(parts.db, (trx) => noteChangedFacts(trx, { now: parts.now, closes: true }))
    await deriveFigures(parts)
    return writeTransaction(parts.db, async (trx) => {
      const upserted = await upsertPendingEstimate(trx, ticker, context)
      const wasFound = 'entry' in upserted
      await log(trx, context, {
        level: wasFound ? 'INFO' : 'ERROR',
        category: 'MANUAL_ENTRY',
        action: 'UPDATE',
        symbol: ticker,
        message: wasFound
          ? `Recalculated ${ticker} from stored data: ${upserted.entry.estimated_amount.toFixed(4)}.`
          : `${ticker} could not be recalculated: ${upserted.message}`,
        ...(wasFound && {
          entityId: upserted.entry.id,
          metadata: { estimated_dividend: upserted.entry.estimated_amount, ex_date: upserted.entry.ex_date }
        })
      })
      return upserted
    })
  }
}

/** Stores the data of one fund; a database error rolls back only this fund. */
export async function ingest(
  { log: ownLog }: Pick<JobParts, 'log'>,
  trx: Trx,
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
    ownLog.error({ err: error, ticker }, 'collected data could not be stored')
    return {
      message: `The data collected for ${ticker} could not be stored; see the service log.`
    }
  }
}

/** Source of most changed funds; undefined if none changed. */
function sourceOf(ingested: readonly IngestResult[]): string | undefined {
  const groups = Map.groupBy(
    ingested.filter(({ isChanged }) => isChanged),
    ({ sourceName }) => sourceName
  )
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

/** Pages name the source of the newest figures. */
async function noteSource(trx: Trx, sourceName: string): Promise<void> {
  if ((await readMeta(trx, 'market-data')) !== sourceName) await writeMeta(trx, 'market-data', sourceName)
}
