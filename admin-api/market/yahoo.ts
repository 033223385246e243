import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import YahooFinance from 'yahoo-finance2'
import { ExtendedCookieJar } from 'yahoo-finance2/lib/cookieJar'
import { type MarketData, MarketDataError, UnknownFundError } from './market-data.ts'
import { createRateLimitedFetch, type FetchParts, RequestFailure } from './rate-limited-fetch.ts'
import { readChart } from './yahoo-chart.ts'
import { daysUntil, pickExpiries, readChain, toThirtyDays, volatilityAtTheMoney } from './yahoo-options.ts'

export type YahooParts = FetchParts & { log: Pick<Logger, 'warn'> }

const timeoutMs = 10_000
const dayMs = 24 * 60 * 60 * 1000
/** So many days more are requested, because Yahoo answers a span without any session as an error. */
const daysBefore = 7
/** Traded on every session since 1993. */
const knownSymbol = 'SPY'
/** A check, and a collection as well, answers for the provider for so long, whether it failed or not. */
const checkLastsMs = 60_000

const silent = () => undefined
/** The library's log lines point at its documentation; what matters is thrown as well. */
const noLogger = { info: silent, warn: silent, error: silent, debug: silent, dir: silent }

/** Prices, payments, splits and what options say, from Yahoo Finance's public pages. */
export function createYahooMarketData(given: Pick<YahooParts, 'log'> & Partial<YahooParts>): MarketData {
  const parts: YahooParts = {
    fetch,
    clock: () => new Date(),
    sleep: (milliseconds) => setTimeout(milliseconds),
    random: Math.random,
    timeoutMs,
    ...given
  }
  const rateLimitedFetch = createRateLimitedFetch(parts)
  let yahoo = openYahoo(rateLimitedFetch)

  async function collectChart(symbol: string, since: string) {
    const now = parts.clock()
    const period1 = new Date(Date.parse(since) - daysBefore * dayMs)
    const span = {
      period1,
      period2: now,
      events: 'div|split|capitalGain',
      includePrePost: false,
      return: 'object'
    } as const
    const answer = await request(symbol, () => yahoo.chart(symbol, span, { validateResult: false }))
    return readChart(answer, { symbol, since, now })
  }

  async function requestChain(symbol: string, date?: Date) {
    const expiry = date === undefined ? {} : { date }
    return readChain(await yahoo.options(symbol, expiry, { validateResult: false }), symbol)
  }

  async function findVolatility(symbol: string): Promise<number | null> {
    const now = parts.clock()
    const nearest = await requestChain(symbol)
    if (nearest === null) return null
    const points: { days: number; volatility: number }[] = []
    for (const expiry of pickExpiries(nearest.expirationDates, now)) {
      const isNearest = nearest.options[0]?.expirationDate.getTime() === expiry.getTime()
      const chain = isNearest ? nearest : await requestChain(symbol, expiry)
      const volatility = chain === null ? null : volatilityAtTheMoney(chain)
      if (volatility !== null) points.push({ days: daysUntil(expiry, now), volatility })
    }
    const volatility = toThirtyDays(points)
    return volatility === null ? null : Number(volatility.toFixed(4))
  }

  /** Options need a crumb and its cookie; where those have gone stale new ones are fetched. */
  async function collectVolatility(symbol: string): Promise<number | null> {
    try {
      return await findVolatility(symbol).catch(async (error: unknown) => {
        if (!isRefusedWith(error, [401, 403])) throw error
        yahoo = openYahoo(rateLimitedFetch)
        return findVolatility(symbol)
      })
    } catch (error) {
      // Prices and payments are kept without it; the estimate then takes its volatility from past prices.
      const isKnown = error instanceof RequestFailure || error instanceof MarketDataError
      const reason = isKnown ? error.message : 'unreadable'
      if (!isRefusedWith(error, [404])) parts.log.warn({ symbol, reason }, 'no options from Yahoo Finance')
      return null
    }
  }

  let checked: { at: number; answer: Promise<void> } | null = null

  return {
    name: 'Yahoo Finance figures',
    isLive: true,
    collectFund: async (symbol, since) => {
      const chart = await collectChart(symbol, since)
      checked = { at: parts.clock().getTime(), answer: Promise.resolve() }
      return { ...chart, impliedVolatility: await collectVolatility(symbol) }
    },
    check: () => {
      const now = parts.clock().getTime()
      if (checked === null || now - checked.at > checkLastsMs) {
        const since = new Date(now - dayMs).toISOString().slice(0, 10)
        checked = { at: now, answer: collectChart(knownSymbol, since).then(silent) }
      }
      return checked.answer
    }
  }
}

/** A client with a jar of its own, because the library never fetches a second crumb for the same jar. */
function openYahoo(fetchPage: typeof fetch) {
  return new YahooFinance({
    fetch: fetchPage,
    cookieJar: new ExtendedCookieJar(),
    logger: noLogger,
    suppressNotices: ['yahooSurvey'],
    validation: { logErrors: false, logOptionsErrors: false },
    versionCheck: false
  })
}

/** @throws MarketDataError or UnknownFundError with one sentence that names the fund */
async function request(symbol: string, call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    const isDelisted = error instanceof Error && /may be delisted/.test(error.message)
    if (isDelisted || isRefusedWith(error, [404]))
      throw new UnknownFundError(`Yahoo Finance knows no ${symbol}.`, { cause: error })
    if (!(error instanceof RequestFailure))
      // What the library throws holds the whole answer, which is too much for a log.
      throw new MarketDataError(`Yahoo Finance sent nothing that can be read for ${symbol}.`)
    const message = `${symbol} could not be collected: Yahoo Finance ${error.message}.`
    throw new MarketDataError(message, { cause: error })
  }
}

function isRefusedWith(error: unknown, statuses: readonly number[]): boolean {
  return error instanceof RequestFailure && statuses.includes(error.status ?? 0)
}
