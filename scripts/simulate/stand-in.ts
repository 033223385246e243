import type { IncomingMessage } from 'node:http'
import {
  makeChain,
  makeChart,
  type Reply,
  startYahoo,
  type YahooServer
} from '../../admin-api/testing/yahoo-server.ts'
import { openingOf, type Source } from './source.ts'
import type { Troubles } from './troubles.ts'

/** The local stand-in for Yahoo, and for who hears the alerts. */
export type StandIn = {
  url: string
  /** Requests since the start, by kind; refused ones count too. */
  asked: Record<'charts' | 'options' | 'others', number>
  /** What was sent to `/alert`. */
  alerts: string[]
  /** Called after each request with how many there were so far. */
  onRequest: (count: number) => void
  stop: YahooServer['stop']
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

const dayMs = 86_400_000
/** The market's own symbol, which a check asks for. */
const knownSymbol = 'SPY'

/** Answers as Yahoo would at the moment of `clock`. */
export async function startStandIn(source: Source, troubles: Troubles, clock: () => Date): Promise<StandIn> {
  const asked = { charts: 0, options: 0, others: 0 }
  const alerts: string[] = []
  const server = await startYahoo((request) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    if (url.pathname === '/alert') {
      hear(request, alerts)
      return { body: {} }
    }
    asked[kindOf(url)] += 1
    standIn.onRequest(asked.charts + asked.options + asked.others)
    return answer(url, clock())
  })

  function answer(url: URL, now: Date): Reply | undefined {
    if (troubles.isBlocked(now)) return tooMany
    const symbol = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
    if (kindOf(url) === 'charts') {
      const chart = answerChart(symbol, url.searchParams, now)
      return troubles.isGarbage(now) ? spoil(symbol, chart) : chart
    }
    if (kindOf(url) === 'options') return answerOptions(symbol, url.searchParams.get('date'), now)
    // Cookie and crumb, as the server has them.
    return undefined
  }

  function answerChart(symbol: string, query: URLSearchParams, now: Date): Reply {
    const since = new Date(Number(query.get('period1')) * 1000)
    if (symbol === knownSymbol) return makeChart({ symbol, closes: [[openingOf('2025-01-02'), 600]] })
    const shown = source.showFund(symbol, since, now)
    return shown === null ? notFound : makeChart({ symbol, ...shown })
  }

  /** Expiries on four Fridays, each with options at the price. */
  function answerOptions(symbol: string, date: string | null, now: Date): Reply {
    const shown = source.showFund(symbol, new Date(now.getTime() - 10 * dayMs), now)
    const price = shown?.closes.at(-1)?.[1]
    if (price === undefined) return makeChain({ symbol })
    const friday = Math.floor(now.getTime() / dayMs / 7) * 7 + 1
    const expiries = [2, 4, 6, 9].map((weeks) => new Date((friday + weeks * 7) * dayMs).toISOString())
    const quotes = [{ strike: price, volatility: 0.6 }]
    const expiry = date === null ? expiries[0] : new Date(Number(date) * 1000).toISOString()
    return makeChain({ symbol, price, expiries, calls: quotes, puts: quotes, ...(expiry && { expiry }) })
  }

  const standIn: StandIn = { url: server.url, asked, alerts, onRequest: () => undefined, stop: server.stop }
  return standIn
}

function kindOf({ pathname }: URL): 'charts' | 'options' | 'others' {
  if (pathname.startsWith('/v8/finance/chart/')) return 'charts'
  return pathname.startsWith('/v7/finance/options/') ? 'options' : 'others'
}

/** On a day of garbage each fund gets one of five kinds of it, by the letters of its symbol. */
function spoil(symbol: string, chart: Reply): Reply {
  const kind = [...symbol].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 5
  const text = JSON.stringify(chart !== null && typeof chart === 'object' ? chart.body : '')
  if (kind === 0) return consentPage
  if (kind === 1) return { body: text.replace(`"symbol":"${symbol}"`, '"symbol":"ELSE"') }
  // The price slips by two decimals; a dividend is another one; the answer ends in the middle.
  if (kind === 2) return { body: text.replace(/"close":\[[^\]]*/, (list) => list.replaceAll('.', '')) }
  if (kind === 3) return { body: text.replaceAll(/"amount":[\d.]+/g, '"amount":12.34') }
  return { body: text.slice(0, text.length / 2) }
}

function hear(request: IncomingMessage, alerts: string[]): void {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => alerts.push(text))
}
