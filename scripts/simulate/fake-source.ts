import type { IncomingMessage } from 'node:http'
import { maxSymbolsAtOnce } from '../../admin-api/collection/sources/market-data.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import { addSessions, isSession } from '../../admin-api/market-days/market-calendar.ts'
import { toNewYorkTime } from '../../admin-api/market-days/sessions.ts'
import { makeCboeNotice, makeReleaseList } from '../../admin-api/testing/announcement-pages.ts'
import { makeDividends, makeTrades, unknownToNasdaq } from '../../admin-api/testing/nasdaq-server.ts'
import {
  makeChain,
  makeChart,
  makeSpark,
  type Reply,
  startYahoo
} from '../../admin-api/testing/yahoo-server.ts'
import type { Faults } from './faults.ts'
import { type FundShown, type Source, timestampOf } from './source.ts'

/** `checks`: whether the source responds, and its robots.txt. */
type Requests = Record<
  'charts' | 'spark' | 'options' | 'others' | 'nasdaq' | 'announcements' | 'checks',
  number
>

/** Local replacement for Yahoo, Nasdaq, sites with announcements and the receiver of alerts. */
export type FakeSource = {
  url: string
  /** Number of requests by kind, refused ones included. */
  requests: Requests
  /** Number of requests other than checks that were answered 429; each is sent again. */
  refused: number
  /** Symbols of the charts that were requested, in order. */
  charts: readonly string[]
  /** Bodies of requests to `/alert`. */
  alerts: string[]
  /** Called after each request with the number of requests so far. */
  onRequest: (count: number) => void
  stop: () => Promise<void>
}

const tooMany: Reply = {
  status: 429,
  headers: { 'content-type': 'text/plain' },
  body: 'Too Many Requests\r\n'
}
const notFound: Reply = {
  status: 404,
  body: {
    chart: {
      result: null,
      error: { code: 'Not Found', description: 'No data found, symbol may be delisted' }
    }
  }
}
const consentPage: Reply = {
  headers: { 'content-type': 'text/html' },
  body: '<!DOCTYPE html><html><title>Before you continue to Yahoo</title></html>'
}

const oldRelease = '/news-release/2024/01/03/1/0/en/YieldMax-ETFs-Announces-Distributions.html'

const dayMs = 86_400_000
/** Days of Yahoo's named spans. */
const spanDays: Readonly<Record<string, number>> = { '1mo': 30, '1y': 365, '5y': 1826, max: 5000 }
/** Symbol that the health check of the source requests. */
const knownSymbol = 'SPY'

/** Starts a server that answers like Yahoo at the time of `clock`. */
export async function startFakeSource(
  source: Source,
  faults: Faults,
  clock: () => Date,
  answerDocument: (path: string) => Reply = () => 404
): Promise<FakeSource> {
  const requests = { charts: 0, spark: 0, options: 0, others: 0, nasdaq: 0, announcements: 0, checks: 0 }
  const charts: string[] = []
  const alerts: string[] = []
  const server = await startYahoo((request) => {
    const url = new URL(request.url ?? '/', 'http://fake-source')
    if (url.pathname === '/alert') {
      receiveAlert(request, alerts)
      return { body: {} }
    }
    if (isDocument(url)) return answerDocument(url.pathname)
    const isCheck = url.pathname === '/robots.txt' || symbolIn(url) === knownSymbol
    requests[isCheck ? 'checks' : kindOf(url)] += 1
    if (kindOf(url) === 'charts') charts.push(symbolIn(url))
    fake.onRequest(Object.values(requests).reduce((sum, count) => sum + count, 0))
    const reply = answer(url, clock())
    if (reply === tooMany && !isCheck) fake.refused += 1
    return reply
  })

  function answer(url: URL, now: Date): Reply | undefined {
    if (kindOf(url) === 'nasdaq') return answerNasdaq(url, now)
    if (kindOf(url) === 'announcements')
      return faults.isExchangeGone(now) && !url.pathname.startsWith('/search/')
        ? 503
        : answerAnnouncements(url, now)
    if (faults.isBlocked(now)) return tooMany
    const symbol = symbolIn(url)
    if (kindOf(url) === 'charts') {
      const chart = answerChart(symbol, url.searchParams, now)
      return faults.isGarbage(now) ? corrupt(symbol, chart) : chart
    }
    if (kindOf(url) === 'spark') return faults.isGarbage(now) ? consentPage : answerSpark(url, now)
    if (kindOf(url) === 'options') return answerOptions(symbol, url.searchParams.get('date'), now)
    // The Yahoo test server answers requests for cookie and crumb.
    return undefined
  }

  /** The notices of a day appear in its evening, and no release is ever new. */
  function answerAnnouncements({ pathname, searchParams }: URL, now: Date): Reply {
    if (pathname.startsWith('/search/')) return makeReleaseList([oldRelease])
    const declaredOn = searchParams.get('declaration_dt') ?? ''
    const { day, time } = toNewYorkTime(now)
    const isShown = declaredOn < day || (declaredOn === day && time >= '17:00')
    return makeCboeNotice(
      (isShown ? source.announcedOn(declaredOn) : []).map(({ symbol, exDate, amount }) => ({
        symbol,
        exDate,
        payDate: addSessions(exDate, 1),
        amount: `$${amount.toFixed(6)}`
      }))
    )
  }

  function answerChart(symbol: string, query: URLSearchParams, now: Date): Reply {
    const since = new Date(Number(query.get('period1')) * 1000)
    if (symbol === knownSymbol) return makeChart({ symbol, closes: [[timestampOf('2025-01-02'), 600]] })
    const shown = showSymbol(symbol, since, now)
    return shown === null ? notFound : makeChart({ symbol, ...shown })
  }

  function answerSpark({ searchParams }: URL, now: Date): Reply {
    const since = new Date(now.getTime() - (spanDays[searchParams.get('range') ?? ''] ?? 0) * dayMs)
    const symbols = (searchParams.get('symbols') ?? '').split(',')
    if (symbols.length > maxSymbolsAtOnce) return 400
    return makeSpark(
      symbols.flatMap((symbol) => {
        const shown = showSymbol(symbol, since, now)
        return shown === null ? [] : { symbol, closes: shown.closes ?? [] }
      })
    )
  }

  /** Underlyings of funds have constant closes, because no estimate depends on them. */
  function showSymbol(symbol: string, since: Date, now: Date): Partial<FundShown> | null {
    if (source.closesOf.has(symbol) || !source.underlyings.has(symbol))
      return source.showFund(symbol, since, now)
    const newest = toNewYorkTime(now).day
    const closes: FundShown['closes'] = []
    for (let day = toNewYorkTime(since).day; day <= newest; day = addDays(day, 1))
      if (isSession(day)) closes.push([timestampOf(day), 100])
    return { closes }
  }

  function answerNasdaq({ pathname, searchParams }: URL, now: Date): Reply {
    const [symbol = '', what] = pathname.split('/').slice(3)
    const since = searchParams.get('fromdate') ?? '2020-01-01'
    if (symbol === knownSymbol) return makeTrades(symbol, [[toNewYorkTime(now).day, 600]])
    const shown = source.showFund(symbol, new Date(`${since}T12:00:00Z`), now)
    if (shown === null) return unknownToNasdaq
    if (what === 'dividends')
      return makeDividends(shown.asPaid.map(([exDate, amount]) => ({ exDate, amount })))
    return makeTrades(
      symbol,
      shown.closes.map(([instant, close]) => [instant.slice(0, 10), Number(close.toFixed(4))])
    )
  }

  /** Options at the money that expire on four Fridays. */
  function answerOptions(symbol: string, date: string | null, now: Date): Reply {
    const price = showSymbol(symbol, new Date(now.getTime() - 10 * dayMs), now)?.closes?.at(-1)?.[1]
    if (price === undefined) return makeChain({ symbol })
    const friday = Math.floor(now.getTime() / dayMs / 7) * 7 + 1
    const expiries = [2, 4, 6, 9].map((weeks) => new Date((friday + weeks * 7) * dayMs).toISOString())
    const quotes = [{ strike: price, volatility: 0.6 }]
    const expiry = date === null ? expiries[0] : new Date(Number(date) * 1000).toISOString()
    return makeChain({ symbol, price, expiries, calls: quotes, puts: quotes, ...(expiry && { expiry }) })
  }

  const fake: FakeSource = {
    url: server.url,
    requests,
    refused: 0,
    charts,
    alerts,
    onRequest: () => undefined,
    stop: server.close
  }
  return fake
}

/** Whether this is about filings or holdings, which are read once a day apart from collections. */
function isDocument({ pathname }: URL): boolean {
  return /^\/(?:submissions|Archives|assets)\//.test(pathname)
}

function symbolIn({ pathname }: URL): string {
  return decodeURIComponent(pathname.split('/').at(-1) ?? '')
}

function kindOf({ pathname }: URL): keyof Requests {
  if (pathname.startsWith('/us/equities/') || pathname.startsWith('/search/')) return 'announcements'
  if (pathname.startsWith('/api/quote/')) return 'nasdaq'
  if (pathname.startsWith('/v8/finance/chart/')) return 'charts'
  if (pathname.startsWith('/v7/finance/spark')) return 'spark'
  return pathname.startsWith('/v7/finance/options/') ? 'options' : 'others'
}

/** Corrupts a chart in one of five ways, chosen by the letters of the symbol. */
function corrupt(symbol: string, chart: Reply): Reply {
  const kind = [...symbol].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 5
  const text = JSON.stringify(chart !== null && typeof chart === 'object' ? chart.body : '')
  if (kind === 0) return consentPage
  if (kind === 1) return { body: text.replace(`"symbol":"${symbol}"`, '"symbol":"ELSE"') }
  // Prices without their decimal point, wrong dividends, and a truncated body.
  if (kind === 2) return { body: text.replace(/"close":\[[^\]]*/, (list) => list.replaceAll('.', '')) }
  if (kind === 3) return { body: text.replaceAll(/"amount":[\d.]+/g, '"amount":12.34') }
  return { body: text.slice(0, text.length / 2) }
}

function receiveAlert(request: IncomingMessage, alerts: string[]): void {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => alerts.push(text))
}
