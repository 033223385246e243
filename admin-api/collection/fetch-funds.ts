import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { findFormerSymbolsOf } from '../funds/former-symbols.db.ts'
import { findFund } from '../funds/funds.db.ts'
import { addDays, earlierOf } from '../market-days/days.ts'
import { findNewestClose } from '../payments/fund-facts.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { type CheckedFund, checkCollected, usableVolatility } from './checks/check-collected.ts'
import { findOptionsDue } from './collection.db.ts'
import { findOldestInDispute } from './quarantine.ts'
import { type MarketData, MarketDataError, UnknownFundError } from './sources/market-data.ts'
import { isServerError } from './sources/rate-limited-fetch.ts'

/** Result of fetching many funds. Funds missing in `answers` weren't requested. */
export type FetchedFunds = {
  answers: MarketAnswer[]
  /** Funds whose options were requested, whatever the response. */
  optionsAsked: string[]
  /** Why fetching stopped early; null if it didn't. */
  block: SourceBlock | null
}
/** `forMs`: pause that the source requested, or 0. `stopped`: by the operator. */
export type SourceBlock = { kind: 'refused' | 'unreachable' | 'stopped'; forMs: number; message: string }
const stop: SourceBlock = { kind: 'stopped', forMs: 0, message: 'Stopped by the operator.' }

/** After two consecutive 429s further requests would only prolong the block, and without a response only wait. */
const failuresToStop = 2
/** A chain takes up to three requests, the first of a process two more, for a single figure, so funds take turns. */
const maxChains = 3
const requestsPerChain = 5
/** Requests left for the closes of underlyings and some of their option chains. */
const reservedForUnderlyings = 8
const chainEveryDays = 7

/**
 * `known`: funds that need no chart. `mayAsk`: whether the source may get so many more requests. `isStopped`: whether the
 * operator wants no more funds.
 */
type FetchOptions = {
  onProgress: (current: string, done: number) => Promise<void>
  known?: ReadonlyMap<string, CheckedFund>
  findUnsettled?: (known: readonly string[]) => Promise<string[]>
  mayAsk?: (requests: number) => boolean
  isStopped?: () => Promise<boolean>
}

/**
 * Fetches the charts of all funds except the known ones, then of those that turn out to need one, then the options of
 * the few that waited longest.
 * @param onProgress gets the current fund and the number done; may throw to abort
 */
export async function fetchFunds(
  parts: SourceParts,
  tickers: readonly string[],
  today: string,
  { onProgress, known = new Map(), findUnsettled, mayAsk = () => true, isStopped }: FetchOptions
): Promise<FetchedFunds> {
  const answers: MarketAnswer[] = []
  async function fetchCharts(symbols: readonly string[]): Promise<SourceBlock | null> {
    for (const ticker of symbols) {
      if ((await isStopped?.()) === true) return stop
      await onProgress(ticker, answers.length)
      // Embedded figures are read without waiting, so yield to other work.
      await setImmediate()
      answers.push(await fetchFund(parts, ticker, today))
      const block = findBlock(answers)
      if (block !== null) return block
    }
    return null
  }
  const requested = tickers.filter((ticker) => !known.has(ticker))
  let block = await fetchCharts(requested)
  const unsettled = (await findUnsettled?.([...known.keys()])) ?? []
  if (block === null) block = await fetchCharts(unsettled)
  for (const [ticker, fetched] of known) if (!unsettled.includes(ticker)) answers.push({ ticker, fetched })
  if (block !== null) return { answers, optionsAsked: [], block }
  const optionsAsked = await fetchOptions(parts, answers, { today, mayAsk }, (ticker) =>
    onProgress(`${ticker} options`, tickers.length)
  )
  return { answers, optionsAsked, block: null }
}

/** Wanted funds without a figure because no source responds; none if one does. */
export function findUnanswered({ answers, block }: FetchedFunds, wanted: readonly string[]): string[] {
  if (block?.kind !== 'unreachable') return []
  const answered = new Set(answers.flatMap((answer) => ('fetched' in answer ? answer.ticker : [])))
  return wanted.filter((ticker) => !answered.has(ticker))
}

function findBlock(answers: readonly MarketAnswer[]): SourceBlock | null {
  const blocks = answers.slice(-failuresToStop).map(blockOf)
  const last = blocks.at(-1) ?? null
  const [first] = answers
  // Also stop if the source is already unreachable for the very first fund.
  if (answers.length === 1 && first !== undefined && 'cause' in first && first.cause === 'unreachable')
    return last
  const isRepeated = blocks.length === failuresToStop && blocks.every((block) => block?.kind === last?.kind)
  return isRepeated ? last : null
}

function blockOf(answer: MarketAnswer): SourceBlock | null {
  if (!('cause' in answer)) return null
  const { cause, forMs, message } = answer
  if (cause === 'broken') return { kind: 'unreachable', forMs, message }
  return cause === 'refused' || cause === 'unreachable' ? { kind: cause, forMs, message } : null
}

/**
 * Adds implied volatility to the funds that waited longest. If it fails, prices and payments are still stored,
 * and the estimate uses realized volatility.
 * @returns funds whose options were requested
 */
async function fetchOptions(
  parts: SourceParts,
  answers: readonly MarketAnswer[],
  { today, mayAsk }: { today: string; mayAsk: (requests: number) => boolean },
  onProgress: (ticker: string) => Promise<void>
): Promise<string[]> {
  const { db, market, log } = parts
  if (!market.isLive) return []
  const fetchedOf = new Map(
    answers.flatMap((answer) => ('fetched' in answer ? [[answer.ticker, answer]] : []))
  )
  const due = await findOptionsDue(db, [...fetchedOf.keys()], {
    before: addDays(today, 1 - chainEveryDays),
    limit: maxChains
  })
  const requested: string[] = []
  for (const ticker of due) {
    if (!mayAsk(requestsPerChain + reservedForUnderlyings)) break
    await onProgress(ticker)
    try {
      const volatility = usableVolatility(await market.collectVolatility(ticker))
      const answer = fetchedOf.get(ticker)
      if (answer !== undefined) answer.fetched = { ...answer.fetched, impliedVolatility: volatility }
      requested.push(ticker)
    } catch (error) {
      if (!(error instanceof MarketDataError)) throw error
      log.warn({ symbol: ticker, reason: error.message }, 'no options')
      // All charts are done, so nothing has to be resumed; only stop requesting now.
      if (error.blockedForMs !== null || error.isUnreachable) break
      requested.push(ticker)
    }
  }
  return requested
}

export type SourceParts = {
  db: Db
  market: MarketData
  log: Logger
  /** Requests to each source since the start, failed ones included. */
  requestsSent?: (() => Record<string, number>) | undefined
}

/** The source's response about a fund, or why there is none. */
export type MarketAnswer = { ticker: string; fetched: CheckedFund } | Failure
/**
 * `message` is a sentence for the operator. `unknown`: the source responds but doesn't know this fund. `refused`:
 * it refuses further requests, for `forMs` or, if 0, an unknown time. `unreachable`: there was no response. `broken`: only
 * server errors, maybe about this fund alone.
 */
export type Failure = {
  ticker: string
  message: string
  cause: 'unknown' | 'refused' | 'unreachable' | 'broken' | 'other'
  forMs: number
}

/** Days fetched repeatedly to confirm splits and notice corrections. */
const overlapDays = 30
/** Before the first US fund of this kind existed. */
const beforeAllFunds = '1993-01-01'

/** Never throws: a failing fund must not stop the next one. */
export async function fetchFund(
  { db, market, log }: SourceParts,
  ticker: string,
  today: string
): Promise<MarketAnswer> {
  const fail = (message: string, cause: Failure['cause'], forMs = 0) => ({ ticker, message, cause, forMs })
  try {
    const [since, formerly] = [await findSince(db, ticker), await findFormerSymbolsOf(db, ticker)]
    const chart = await market.collectFund(ticker, since, formerly)
    return { ticker, fetched: checkCollected(ticker, { ...chart, impliedVolatility: null }, today) }
  } catch (error) {
    if (error instanceof UnknownFundError) {
      // For a closed fund, checking whether the source responds would be a wasted request.
      const isInDoubt = (await findFund(db, ticker))?.state !== 'closed' && (await isResponding(market))
      return fail(error.message, isInDoubt ? 'unknown' : 'other')
    }
    if (error instanceof MarketDataError) return fail(error.message, causeOf(error), error.blockedForMs ?? 0)
    log.error({ err: error, ticker }, 'collecting failed')
    return fail(`${ticker} could not be collected; see the service log.`, 'other')
  }
}

function causeOf(error: MarketDataError): Failure['cause'] {
  if (error.blockedForMs !== null) return 'refused'
  if (error.isUnreachable) return 'unreachable'
  return isServerError(error) ? 'broken' : 'other'
}

/**
 * Back to the oldest figure that may still be corrected: quarantined contradictions are settled by fetching them
 * again.
 */
async function findSince(db: Db, ticker: string): Promise<string> {
  const newest = await findNewestClose(db, ticker)
  if (newest === undefined) return beforeAllFunds
  const since = addDays(newest.date, -overlapDays)
  return earlierOf(since, (await findOldestInDispute(db, ticker)) ?? since)
}

/** A source that knows no fund at all is broken, so its response about one means nothing. */
async function isResponding(market: MarketData): Promise<boolean> {
  return market.check().then(
    () => true,
    () => false
  )
}
