// Shows the same on any database.
import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type Health, readHealth } from '../contract/system.ts'
import { closeServer } from '../platform/http/listen.ts'
import { startApi, type TestApi } from '../testing/api.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { makeDividends, makeTrades } from '../testing/nasdaq-server.ts'
import { makeChart, type Reply, sendTo } from '../testing/yahoo-server.ts'
import type { MarketData, SecondSource } from './sources/market-data.ts'
import { createNasdaq } from './sources/nasdaq.ts'
import { createYahooMarketData } from './sources/yahoo.ts'

/** Thursday, June 4, 2026, 6:15 p.m. in New York. */
const evening = new Date('2026-06-04T22:15:00Z')
const symbols = ['AAPW', 'MSTY', 'NVDW']

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await closeServer(server)
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const megabyte = Buffer.alloc(1024 * 1024, ' ')
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))

/** Answers of any source that has been taken over. */
const forms: Record<string, (inside: string) => RequestListener> = {
  'a small file that unpacks to 64 MB': () => (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
  'an answer without an end': () => (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const send = () => {
      while (!response.destroyed && response.write(megabyte)) {}
    }
    response.on('drain', send)
    send()
  },
  'an answer that drips': () => (_request, response) => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  'a redirect to an address inside': (inside) => (_request, response) =>
    response.writeHead(302, { location: `${inside}/latest/meta-data` }).end()
}

/** Figures in the format of a source that no fund can have. */
type Figures = { close?: number; amount?: number; day?: string }
const payments: Figures[] = [
  { amount: 1e308 },
  { amount: 0.2, day: '1900-01-04' },
  { amount: 0.2, day: '2999-01-03' }
]
const closes: Figures[] = [
  { close: 1e308 },
  { close: 12, day: '1900-01-04' },
  { close: 12, day: '2999-01-03' }
]

type Given = { market: MarketData; secondSource: SecondSource | null }
type Source = {
  open: (url: string) => Given
  impossible: Figures[]
  /** The reply to a request with the path. */
  reply: (path: string, figures: Figures) => Reply
}

let time = evening.getTime()
let api: TestApi
const partsFor = (url: string) => ({
  fetch: sendTo(url),
  clock: () => new Date(time),
  sleep: async (milliseconds: number) => {
    time += milliseconds
  },
  random: () => 1,
  timeoutMs: 400
})
const at = (day: string) => `${day}T13:30:00Z`
const symbolOf = (path: string) => symbols.find((symbol) => path.includes(symbol)) ?? 'SPY'

const sources: Record<string, Source> = {
  Yahoo: {
    open: (url) => ({ market: createYahooMarketData(partsFor(url)), secondSource: null }),
    impossible: [...payments, ...closes],
    reply: (path, { close, amount, day = '2026-06-04' }) =>
      makeChart({
        symbol: symbolOf(path),
        closes: close === undefined ? [] : [[at(day), close]],
        dividends: amount === undefined ? [] : [[at(day), amount]]
      })
  },
  Nasdaq: {
    open: (url) => ({ market: createNasdaq(partsFor(url)).market, secondSource: null }),
    impossible: [...payments, ...closes],
    reply: (path, { close, amount, day = '2026-06-04' }) =>
      path.includes('/historical')
        ? makeTrades(symbolOf(path), close === undefined ? [] : [[day, close]])
        : makeDividends(amount === undefined ? [] : [{ exDate: day, amount }])
  },
  'Nasdaq as second source': {
    open: (url) => ({
      market: makeMarket(
        Object.fromEntries(symbols.map((symbol) => [symbol, () => reportStored(api.db, symbol)]))
      ),
      secondSource: createNasdaq(partsFor(url)).second
    }),
    impossible: payments,
    reply: (_path, { amount, day = '2026-06-04' }) =>
      makeDividends(amount === undefined ? [] : [{ exDate: day, amount }])
  }
}

/** Rows that the collection may write. */
async function readStored(): Promise<unknown[]> {
  const tables = ['price', 'dividend_history', 'split', 'declared_payment', 'underlying_close'] as const
  const rows = await Promise.all(tables.map((table) => api.db.selectFrom(table).selectAll().execute()))
  const quarantined = await api.db
    .selectFrom('manual_entry')
    .selectAll()
    .where('kind', '=', 'payment')
    .execute()
  return [...rows.flat(), ...quarantined]
}

/** Collects three funds from the source behind `listener`. @returns what changed, and the health of the service */
async function collect(source: Source, listener: RequestListener) {
  time = evening.getTime()
  api = await startApi({
    content: symbols,
    services: { ...source.open(await serve(listener)), clock: () => new Date(time) }
  })
  onTestFinished(api.close)
  const retired = { state: 'retired', state_since: '2026-06-01', state_cause: 'operator' } as const
  await api.db.updateTable('fund').set(retired).where('symbol', 'not in', symbols).execute()
  const before = new Set((await readStored()).map((row) => JSON.stringify(row)))
  await api.services.collector.collectGroup('all')
  const added = (await readStored()).filter((row) => !before.has(JSON.stringify(row)))
  const { body } = await api.get('/api/health')
  return { added, health: readHealth.output.parse(body) }
}

/** The second source is reported, but doesn't change the status. */
function expectReported(name: string, { status, second_source }: Health): void {
  if (name === 'Nasdaq as second source') expect(second_source).toContain('Nasdaq')
  else expect(status).toBe('degraded')
}

for (const [name, source] of Object.entries(sources)) {
  test.each(Object.entries(forms))(`${name} with %s: nothing is stored`, async (_form, listen) => {
    const inside: string[] = []
    const address = await serve((request, response) => {
      inside.push(request.url ?? '')
      response.end('{}')
    })
    const { added, health } = await collect(source, listen(address))
    expect([added, inside]).toEqual([[], []])
    expectReported(name, health)
  })

  test.each(source.impossible)(`${name} with %o: nothing of it is stored`, async (figures) => {
    const { added } = await collect(source, (request, response) => {
      const reply = source.reply(request.url ?? '', figures)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(typeof reply === 'object' ? reply?.body : ''))
    })
    expect(added).toEqual([])
  })
}
