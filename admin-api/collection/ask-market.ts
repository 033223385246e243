import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { findNewestClose } from '../payments/fund-facts.db.ts'
import { findFormerSymbolsOf, findFund } from '../funds/funds.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { addDays, earlierOf } from '../market-days/days.ts'
import type { MarketData } from '../services.ts'
import { type CheckedFund, checkCollected } from './checks/check-collected.ts'
import { findOldestInDispute } from './collection.db.ts'

export type AskParts = { db: Kysely<Database>; market: MarketData; log: Logger }

/** What the source answered about a fund, or why it did not. */
export type MarketAnswer = { ticker: string; fetched: CheckedFund } | Failure
/**
 * `message` is a sentence for the operator. `unknown`: the source answers, but does not know this fund. `blocked`: it
 * refuses further requests, for as long as it says, or 0.
 */
export type Failure = { ticker: string; message: string } & (
  | { cause: 'unknown' | 'other' }
  | { cause: 'blocked'; forMs: number }
)

/** Days asked for again and again, so that splits can be confirmed and corrections noticed. */
const overlapDays = 30
/** No fund of ours is older. */
const beforeAllFunds = '2020-01-01'

/** Never throws: whatever goes wrong with one fund must not stop the next one. */
export async function askMarket(
  { db, market, log }: AskParts,
  ticker: string,
  today: string
): Promise<MarketAnswer> {
  try {
    const [since, formerly] = [await findSince(db, ticker), await findFormerSymbolsOf(db, ticker)]
    const chart = await market.collectFund(ticker, since, formerly)
    return { ticker, fetched: checkCollected(ticker, { ...chart, impliedVolatility: null }, today) }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (
      error instanceof Error &&
      ['MarketDataError', 'UnknownFundError', 'ImpossibleAnswer'].includes(name)
    ) {
      const { message } = error
      const forMs = blockOf(error)
      if (forMs !== null) return { ticker, message, cause: 'blocked', forMs }
      // One that is closed stays so, whoever answers: to ask for more would be a request for nothing.
      const isInDoubt = name === 'UnknownFundError' && (await findFund(db, ticker))?.state !== 'closed'
      return { ticker, message, cause: isInDoubt && (await isAnswering(market)) ? 'unknown' : 'other' }
    }
    log.error({ err: error, ticker }, 'collecting failed')
    const message = `${ticker} could not be collected; the service's own log says more.`
    return { ticker, message, cause: 'other' }
  }
}

/** As far back as anything may still be corrected: what waits beside what is stored is settled by being asked for again. */
async function findSince(db: Kysely<Database>, ticker: string): Promise<string> {
  const newest = await findNewestClose(db, ticker)
  if (newest === null) return beforeAllFunds
  const since = addDays(newest, -overlapDays)
  return earlierOf(since, (await findOldestInDispute(db, ticker)) ?? since)
}

/** How long the source refuses further requests; null where this is something else. */
export function blockOf(error: unknown): number | null {
  const blockedForMs = error instanceof Error && Reflect.get(error, 'blockedForMs')
  return typeof blockedForMs === 'number' ? blockedForMs : null
}

/** A source that knows nobody is out of order, and says nothing about any fund. */
async function isAnswering(market: MarketData): Promise<boolean> {
  return market.check().then(
    () => true,
    () => false
  )
}
