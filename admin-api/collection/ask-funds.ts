import { setImmediate } from 'node:timers/promises'
import { addDays } from '../market-days/days.ts'
import { type AskParts, askMarket, blockOf, type MarketAnswer } from './ask-market.ts'
import { usableVolatility } from './checks/check-collected.ts'
import { findOptionsDue } from './collection.db.ts'

/** What came of asking a source for many funds. Who is missing in `answers` was not asked any more. */
export type Asked = {
  answers: MarketAnswer[]
  /** Whose options were asked for, whatever the answer was. */
  optionsAsked: string[]
  /** Why the asking ended before its time; null where it did not. */
  block: Block | null
}
/** `forMs` is as long as the source says, or 0. */
export type Block = { forMs: number; message: string }

/** After so many funds in a row that are refused with a 429, asking on would only make the block longer. */
const refusalsToStop = 2
/** A chain is up to three requests and feeds one figure of a page alone; so many funds a collection take turns. */
const mostChains = 3
const chainEveryDays = 7

/**
 * Asks for the charts of all funds, and after that for the options of a few whose turn it is.
 * @param onProgress hears who is being asked, and how many funds are done; it may throw to end everything
 */
export async function askFunds(
  parts: AskParts,
  tickers: readonly string[],
  today: string,
  onProgress: (current: string, done: number) => Promise<void>
): Promise<Asked> {
  const answers: MarketAnswer[] = []
  for (const [done, ticker] of tickers.entries()) {
    await onProgress(ticker, done)
    // Figures that are at hand come without a pause, and everybody else would wait for all of them.
    await setImmediate()
    answers.push(await askMarket(parts, ticker, today))
    const block = findBlock(answers)
    if (block !== null) return { answers, optionsAsked: [], block }
  }
  const optionsAsked = await askOptions(parts, answers, today, (ticker) =>
    onProgress(`${ticker} options`, tickers.length)
  )
  return { answers, optionsAsked, block: null }
}

function findBlock(answers: readonly MarketAnswer[]): Block | null {
  const last = answers.slice(-refusalsToStop)
  const refusals = last.flatMap((answer) =>
    'cause' in answer && answer.cause === 'blocked' ? [{ forMs: answer.forMs, message: answer.message }] : []
  )
  return refusals.length === refusalsToStop ? (refusals.at(-1) ?? null) : null
}

/**
 * Puts what options say beside the charts of those that have waited longest. Without an answer prices and payments are
 * kept all the same; the estimate then takes its volatility from past prices.
 * @returns whose were asked for
 */
async function askOptions(
  parts: AskParts,
  answers: readonly MarketAnswer[],
  today: string,
  onProgress: (ticker: string) => Promise<void>
): Promise<string[]> {
  const { db, market, log } = parts
  if (!market.isLive) return []
  const came = new Map(answers.flatMap((answer) => ('fetched' in answer ? [[answer.ticker, answer]] : [])))
  const due = await findOptionsDue(db, [...came.keys()], {
    before: addDays(today, 1 - chainEveryDays),
    limit: mostChains
  })
  const asked: string[] = []
  for (const ticker of due) {
    await onProgress(ticker)
    try {
      const volatility = usableVolatility(await market.collectVolatility(ticker))
      const answer = came.get(ticker)
      if (answer !== undefined) answer.fetched = { ...answer.fetched, impliedVolatility: volatility }
      asked.push(ticker)
    } catch (error) {
      if (!(error instanceof Error && error.name === 'MarketDataError')) throw error
      log.warn({ symbol: ticker, reason: error.message }, 'no options')
      // All charts are there: nothing has to go on later, but nothing more is asked for now.
      if (blockOf(error) !== null) break
      asked.push(ticker)
    }
  }
  return asked
}
