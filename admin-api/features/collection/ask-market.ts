import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { findNewestClose } from '../../db/fund-facts.db.ts'
import type { Database } from '../../db/schema.ts'
import { addDays } from '../../domain/schedule/days.ts'
import type { MarketData } from '../../services.ts'
import { type CheckedFund, checkCollected } from './checks/check-collected.ts'

export type AskParts = { db: Kysely<Database>; market: MarketData; log: Logger }

/** What the source answered about a fund, or why it did not, as a sentence for the operator. */
export type MarketAnswer =
  | { ticker: string; fetched: CheckedFund }
  /**
   * `isUnknown`: the source answers, but does not know this fund. `blockedForMs`: not null where it refuses further
   * requests, for as long as it says, or 0.
   */
  | { ticker: string; message: string; isUnknown: boolean; blockedForMs: number | null }

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
    const newest = await findNewestClose(db, ticker)
    const since = newest === null ? beforeAllFunds : addDays(newest, -overlapDays)
    const chart = await market.collectFund(ticker, since)
    return { ticker, fetched: checkCollected(ticker, { ...chart, impliedVolatility: null }, today) }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (error instanceof Error && ['MarketDataError', 'UnknownFundError', 'ImpossibleAnswer'].includes(name))
      return {
        ticker,
        message: error.message,
        isUnknown: name === 'UnknownFundError' && (await isAnswering(market)),
        blockedForMs: blockOf(error)
      }
    log.error({ err: error, ticker }, 'collecting failed')
    return {
      ticker,
      message: `${ticker} could not be collected; the service's own log says more.`,
      isUnknown: false,
      blockedForMs: null
    }
  }
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
