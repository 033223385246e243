import { type Kysely, sql, type Transaction } from 'kysely'
import type { CollectionGroup } from '../../contract/collection.ts'
import { markKnownUntil } from '../../db/fund-facts.db.ts'
import { findNewestPriceDay } from '../../db/funds.db.ts'
import { readMeta, writeMeta } from '../../db/meta.db.ts'
import type { Database } from '../../db/schema.ts'
import { takeWriteLock } from '../../db/write-lock.db.ts'
import type { CollectionOutcome, EstimateEntry, Services } from '../../services.ts'
import { applyFacts, type Gathered } from './apply-facts.ts'
import type { Asked } from './ask-market.ts'
import { logCollection } from './log-collection.ts'
import { log, type Occasion } from './occasion.ts'
import { leaveEstimate } from './pending-estimate.ts'

export type KeepParts = Pick<Services, 'db' | 'clock' | 'log' | 'publisher' | 'refreshEstimates'>

export type Kept = { entries: EstimateEntry[]; outcome: CollectionOutcome }

/** Facts, estimates, pending entries and log lines of a whole collection, or none of them. */
export async function keepAnswers(
  parts: KeepParts,
  answers: readonly Asked[],
  { occasion, group }: { occasion: Occasion; group?: CollectionGroup }
): Promise<Kept> {
  const kept = await inOneWrite(parts.db, async (trx) => {
    const gathered: Gathered[] = []
    const errors: CollectionOutcome['errors'] = []
    for (const answer of answers) {
      const done = 'told' in answer ? await gather(parts, trx, answer, occasion) : answer
      if ('message' in done) errors.push({ ticker: answer.ticker, message: done.message })
      else gathered.push(done)
    }
    const hasNews = gathered.some(({ isChanged }) => isChanged)
    if ((await markAsked(trx, gathered)) || hasNews) {
      if (hasNews) await tellSource(trx, occasion.sourceName)
      await parts.refreshEstimates(trx)
    }
    const entries: EstimateEntry[] = []
    const results: CollectionOutcome['results'] = []
    for (const { symbol, heldBack } of gathered) {
      const left = await leaveEstimate(trx, symbol, occasion)
      if ('message' in left) {
        errors.push({ ticker: symbol, message: left.message })
        continue
      }
      entries.push(left.entry)
      results.push({
        ticker: symbol,
        estimated_dividend: left.entry.estimated_amount,
        held_back: heldBack
      })
    }
    const outcome = { results, errors }
    await logCollection(trx, occasion, { ...outcome, gathered, entries, group: group ?? null })
    return { entries, outcome }
  })
  parts.publisher.wake()
  return kept
}

/** Estimates all funds anew and puts the new estimate of one in place of its pending entry. */
export async function keepAnew(parts: KeepParts, ticker: string, occasion: Occasion) {
  const result = await inOneWrite(parts.db, async (trx) => {
    await parts.refreshEstimates(trx)
    const left = await leaveEstimate(trx, ticker, occasion)
    const wasFound = 'entry' in left
    await log(trx, occasion, {
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
  parts.publisher.wake()
  return result
}

/** What the database refuses of one fund is undone for this fund alone. */
async function gather(
  { log: ownLog }: KeepParts,
  trx: Transaction<Database>,
  { ticker, told }: Extract<Asked, { told: unknown }>,
  occasion: Occasion
): Promise<Gathered | { message: string }> {
  await sql`savepoint one_fund`.execute(trx)
  try {
    const gathered = await applyFacts(trx, ticker, told, occasion)
    await sql`release savepoint one_fund`.execute(trx)
    return gathered
  } catch (error) {
    await sql`rollback to savepoint one_fund`.execute(trx)
    ownLog.error({ err: error, ticker }, 'what was collected could not be stored')
    return {
      message: `What was collected of ${ticker} could not be stored; the service's own log tells more.`
    }
  }
}

/**
 * Who was asked has no news up to the newest day of any fund; the others may have, so that nobody may say of them
 * that they stopped paying. Says whether that moved a day.
 */
async function markAsked(trx: Transaction<Database>, gathered: readonly Gathered[]): Promise<boolean> {
  const newest = await findNewestPriceDay(trx)
  const symbols = gathered.map(({ symbol }) => symbol)
  return newest !== null && (await markKnownUntil(trx, symbols, newest)) > 0
}

/** Visitors are told the source of the newest figures. */
async function tellSource(trx: Transaction<Database>, sourceName: string): Promise<void> {
  if ((await readMeta(trx, 'market-data')) !== sourceName) await writeMeta(trx, 'market-data', sourceName)
}

async function inOneWrite<Result>(
  db: Kysely<Database>,
  write: (trx: Transaction<Database>) => Promise<Result>
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await takeWriteLock(trx)
    return write(trx)
  })
}
