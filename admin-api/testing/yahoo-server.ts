import { createServer, type IncomingMessage } from 'node:http'
import { closeServer } from '../platform/http/listen.ts'

/** Reply of the server; a number is a status without a body, and null is no response. */
export type Reply = null | number | { status?: number; headers?: Record<string, string>; body: unknown }

type Queues = Record<'charts' | 'sparks' | 'options' | 'crumbs', Reply[]>

export type YahooServer = {
  url: string
  /** Sends every request here, whatever host it was meant for. */
  fetch: typeof fetch
  /** Path and query of each request. */
  asked: string[]
  /** The next replies for charts, for options and for the crumb; the last one repeats. */
  charts: Reply[]
  /** Replies with closes of several symbols; 404 while empty. */
  sparks: Reply[]
  options: Reply[]
  crumbs: Reply[]
  close: () => Promise<void>
}

/** Sends every request to the server at `url`, whatever host it was meant for. */
export function sendTo(url: string): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${url}${pathname}${search}`, init)
  }
}

/** Starts a server with Yahoo's paths that sends the queued replies if `reply` returns undefined. */
export async function startYahoo(
  reply: (request: IncomingMessage) => Reply | undefined = () => undefined
): Promise<YahooServer> {
  const queues: Queues = { charts: [], sparks: [], options: [], crumbs: [] }
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = reply(request)
    const chosen = answer === undefined ? replyTo(request, queues) : answer
    if (chosen === null) return
    const {
      status = 200,
      headers = {},
      body
    } = typeof chosen === 'number' ? { status: chosen, body: '' } : chosen
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  })
  // As in `startApi`.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  return {
    ...queues,
    url,
    asked,
    fetch: sendTo(url),
    close: async () => {
      server.closeAllConnections()
      await closeServer(server)
    }
  }
}

function replyTo(request: IncomingMessage, queues: Queues): Reply {
  const path = request.url ?? ''
  if (path.startsWith('/quote/'))
    return { headers: { 'set-cookie': 'A3=sailor; Path=/; Max-Age=9' }, body: '' }
  if (path.startsWith('/v1/test/getcrumb')) return takeNext(queues.crumbs) ?? { body: 'crumb' }
  if (path.startsWith('/v7/finance/spark')) return takeNext(queues.sparks) ?? 404
  if (path.startsWith('/v8/finance/chart/')) return takeNext(queues.charts)
  // No response to other paths would be a timeout of ten seconds.
  return path.startsWith('/v7/finance/options/') ? takeNext(queues.options) : 404
}

function takeNext(replies: Reply[]): Reply {
  return (replies.length > 1 ? replies.shift() : replies[0]) ?? null
}

type ChartRows = {
  symbol?: string
  currency?: string
  zone?: string
  /** Instants, each with its close. */
  closes?: [instant: string, close: number | null][]
  dividends?: [instant: string, amount: number][]
  capitalGains?: [instant: string, amount: number][]
  splits?: [instant: string, oldShares: number, newShares: number][]
}

/** A chart in Yahoo's format. */
export function makeChart(rows: ChartRows = {}): Reply {
  return { body: { chart: { result: [chartOf(rows)], error: null } } }
}

function chartOf(rows: ChartRows) {
  const { symbol = 'MSTY', currency = 'USD', zone = 'America/New_York', closes = [] } = rows
  const prices = closes.map(([, close]) => close)
  const quote =
    closes.length === 0 ? {} : { close: prices, open: prices, high: prices, low: prices, volume: prices }
  const events = {
    ...(rows.dividends && {
      dividends: keyed(rows.dividends.map(([at, amount]) => ({ date: toSeconds(at), amount })))
    }),
    ...(rows.capitalGains && {
      capitalGains: keyed(rows.capitalGains.map(([at, amount]) => ({ date: toSeconds(at), amount })))
    }),
    ...(rows.splits && {
      splits: keyed(
        rows.splits.map(([at, denominator, numerator]) => ({
          date: toSeconds(at),
          numerator,
          denominator,
          splitRatio: `${numerator}:${denominator}`
        }))
      )
    })
  }
  return {
    meta: {
      currency,
      symbol,
      exchangeName: 'PCX',
      instrumentType: 'ETF',
      gmtoffset: -14400,
      exchangeTimezoneName: zone
    },
    ...(closes.length > 0 && { timestamp: closes.map(([at]) => toSeconds(at)) }),
    events,
    indicators: { quote: [quote], adjclose: [{ adjclose: prices.map((close) => close && close / 2) }] }
  }
}

/** Closes of several symbols in Yahoo's format: results of charts without events; unknown symbols are left out. */
export function makeSpark(
  funds: readonly Pick<ChartRows, 'symbol' | 'currency' | 'zone' | 'closes'>[]
): Reply {
  const result = funds.map((rows) => {
    const { meta, timestamp, indicators } = chartOf(rows)
    return { symbol: meta.symbol, response: [{ meta, timestamp, indicators }] }
  })
  return { body: { spark: { result, error: null } } }
}

type Quote = { strike: number; volatility: number; bid?: number }

/** An option chain in Yahoo's format: the days of all expiries, and the options of one. */
export function makeChain(given: {
  symbol?: string
  price?: number
  expiries?: string[]
  expiry?: string
  calls?: Quote[]
  puts?: Quote[]
}): Reply {
  const { symbol = 'MSTY', price = 20, expiries = [], expiry = expiries[0], calls = [], puts = [] } = given
  const toContracts = (quotes: Quote[]) =>
    quotes.map(({ strike, volatility, bid = 1 }) => ({
      contractSymbol: `${symbol}${strike}`,
      strike,
      bid,
      ask: bid === 0 ? 0 : bid + 0.1,
      impliedVolatility: volatility
    }))
  const chain = {
    underlyingSymbol: symbol,
    expirationDates: expiries.map(toSeconds),
    strikes: calls.map(({ strike }) => strike),
    hasMiniOptions: false,
    quote: { quoteType: 'ETF', symbol, regularMarketPrice: price, currency: 'USD' },
    options:
      expiry === undefined
        ? []
        : [
            {
              expirationDate: toSeconds(expiry),
              hasMiniOptions: false,
              calls: toContracts(calls),
              puts: toContracts(puts)
            }
          ]
  }
  return { body: { optionChain: { result: [chain], error: null } } }
}

export const noOptions: Reply = makeChain({})

function keyed<Event extends { date: number }>(events: Event[]): Record<string, Event> {
  return Object.fromEntries(events.map((event) => [event.date, event]))
}

function toSeconds(instant: string): number {
  return Date.parse(instant) / 1000
}
