import YahooFinance from 'yahoo-finance2'
import { ExtendedCookieJar } from 'yahoo-finance2/lib/cookieJar'
import { type AtTheMoney, type MarketData, MarketDataError, UnknownFundError } from '../market-data.ts'
import {
  browserAgent,
  createRateLimitedFetch,
  type FetchParts,
  liveFetchParts,
  RequestFailure
} from '../rate-limited-fetch.ts'
import { nameCrumbFailure, refusesCrumb, saysUnknown } from '../refusals.ts'
import { parseCloses, readChart } from './yahoo-chart.ts'
import { daysUntil, pickExpiries, readChain, toThirtyDays, volatilityAtTheMoney } from './yahoo-options.ts'
import { readSpark, sparkUrl } from './yahoo-spark.ts'

const name = 'Yahoo Finance figures'
const dayMs = 24 * 60 * 60 * 1000
/** Extra days, because Yahoo responds with an error to a span without sessions. */
const daysBefore = 7
/** Traded on every session since 1993. */
const knownSymbol = 'SPY'
/** The recorded volatility is from the nearest expiry after this many days: nearer ones change by the hour. */
const recordedDaysAhead = 20
/** A check or a collection counts as the provider's state for this long. */
const checkLastsMs = 60_000

const silent = () => undefined
/** The library's log lines point to its documentation; anything important is also thrown. */
const noLogger = { info: silent, warn: silent, error: silent, debug: silent, dir: silent }

/** Prices, payments, splits and implied volatility from Yahoo Finance's public pages. */
export function createYahooMarketData(given: Partial<FetchParts> = {}): MarketData {
  const parts: FetchParts = { ...liveFetchParts, ...given }
  const rateLimitedFetch = createRateLimitedFetch(parts)
  let yahoo = openYahoo(rateLimitedFetch)

  async function requestChart(symbol: string, since: string) {
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
    return { answer, query: { symbol, since, now } }
  }

  async function collectChart(symbol: string, since: string) {
    const { answer, query } = await requestChart(symbol, since)
    return readChart(answer, query)
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

  async function findAtTheMoney(symbol: string): Promise<AtTheMoney | null> {
    const now = parts.clock()
    const nearest = await requestChain(symbol)
    const expiry = nearest?.expirationDates
      .toSorted((a, b) => a.getTime() - b.getTime())
      .find((day) => daysUntil(day, now) > recordedDaysAhead)
    if (expiry === undefined) return null
    const chain = await requestChain(symbol, expiry)
    const value = chain === null ? null : volatilityAtTheMoney(chain)
    if (value === null) return null
    return { value: Number(value.toFixed(4)), expiry: expiry.toISOString().slice(0, 10), sourceName: name }
  }

  /** Options need a crumb and its cookie; expired ones are replaced. */
  async function requestOptions<Answer>(
    symbol: string,
    find: (symbol: string) => Promise<Answer>
  ): Promise<Answer | null> {
    try {
      return await find(symbol).catch(async (error: unknown) => {
        if (!isRefusedWith(error, [401, 403])) throw error
        yahoo = openYahoo(rateLimitedFetch)
        return find(symbol)
      })
    } catch (error) {
      if (isRefusedWith(error, [404])) return null
      throw error instanceof MarketDataError
        ? error
        : toMarketDataError(`The options of ${symbol} could not be collected`, error)
    }
  }

  let checked: { at: number; answer: Promise<void> } | null = null

  return {
    name,
    isLive: true,
    collectFund: async (symbol, since) => {
      const chart = await collectChart(symbol, since)
      checked = { at: parts.clock().getTime(), answer: Promise.resolve() }
      return chart
    },
    collectVolatility: (symbol) => requestOptions(symbol, findVolatility),
    collectAtTheMoney: (symbol) => requestOptions(symbol, findAtTheMoney),
    collectCloses: async (symbol, since) => {
      const { answer, query } = await requestChart(symbol, since)
      return { closes: parseCloses(answer, query), sourceName: name }
    },
    collectManyCloses: async (wanted) => {
      const now = parts.clock()
      const headers = { accept: 'application/json', 'user-agent': browserAgent }
      const answer = await rateLimitedFetch(sparkUrl(wanted, now), { headers })
        .then((response) => response.json())
        .catch((error: unknown) => {
          throw toMarketDataError(`Closes of ${wanted.length} symbols could not be collected`, error)
        })
      const closesOf = readSpark(answer, wanted, now)
      return new Map([...closesOf].map(([symbol, closes]) => [symbol, { closes, sourceName: name }]))
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

/** A client with its own cookie jar, because the library never fetches a second crumb for the same jar. */
function openYahoo(fetchPage: typeof fetch) {
  return new YahooFinance({
    // The library follows redirects itself.
    fetch: async (input, init) => {
      const { hostname } = new URL(input instanceof Request ? input.url : input)
      if (hostname.endsWith('.yahoo.com')) return fetchPage(input, init)
      throw new RequestFailure('redirects to another address', { isUnreachable: true })
    },
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
    const isUnknown = error instanceof Error && saysUnknown(error.message)
    if (isUnknown || isRefusedWith(error, [404]))
      throw new UnknownFundError(`Yahoo Finance doesn't know ${symbol}.`, { cause: error })
    if (!(error instanceof RequestFailure))
      throw new MarketDataError(`Yahoo Finance sent an unreadable response for ${symbol}.`)
    throw toMarketDataError(`${symbol} could not be collected`, error)
  }
}

/** The library's errors contain the whole response, which is too much for a log. */
function toMarketDataError(what: string, error: unknown): MarketDataError {
  if (!(error instanceof RequestFailure))
    return new MarketDataError(`${what}: Yahoo Finance ${nameCrumbFailure(error)}.`)
  const { status, retryAfterMs, isUnreachable } = error
  const reason = status === 401 ? refusesCrumb : error.message
  return new MarketDataError(`${what}: Yahoo Finance ${reason}.`, {
    cause: error,
    isUnreachable,
    ...(status === 429 && { blockedForMs: retryAfterMs })
  })
}

function isRefusedWith(error: unknown, statuses: readonly number[]): boolean {
  return error instanceof RequestFailure && statuses.includes(error.status ?? 0)
}
