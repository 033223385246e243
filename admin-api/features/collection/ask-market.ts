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
  /** `blockedForMs`: not null where the source refuses further requests, for as long as it says, or 0. */
  | { ticker: string; message: string; blockedForMs: number | null }

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
    if (error instanceof Error && ['MarketDataError', 'ImpossibleAnswer'].includes(error.name))
      return { ticker, message: error.message, blockedForMs: blockOf(error) }
    log.error({ err: error, ticker }, 'collecting failed')
    return {
      ticker,
      message: `${ticker} could not be collected; the service's own log says more.`,
      blockedForMs: null
    }
  }
}

/** How long the source refuses further requests; null where this is something else. */
export function blockOf(error: unknown): number | null {
  const blockedForMs = error instanceof Error && Reflect.get(error, 'blockedForMs')
  return typeof blockedForMs === 'number' ? blockedForMs : null
}
