// Shows the same on any database.
import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { readConnections, readHealth } from '../contract/system.ts'
import { makeCboeNotice, makeRelease, makeReleaseList } from '../testing/announcement-pages.ts'
import { startApi, type TestApi } from '../testing/api.ts'
import { everySourceOn } from '../testing/every-source-on.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { hostileAnswers, serve } from '../testing/hostile-answers.ts'
import { makeDividends, makeTrades } from '../testing/nasdaq-server.ts'
import { makeChart, type Reply, sendTo } from '../testing/yahoo-server.ts'
import { collectAnnouncements } from './announcements/collect-announcements.ts'
import { createCboeNotices } from './sources/cboe/cboe-notices.ts'
import { createYieldMaxReleases } from './sources/globenewswire/yieldmax-releases.ts'
import type { AnnouncementSource } from './sources/html-page.ts'
import type { MarketData, SecondSource } from './sources/market-data.ts'
import { createNasdaq } from './sources/nasdaq/nasdaq.ts'
import { createYahooMarketData } from './sources/yahoo/yahoo.ts'

/** Thursday, June 4, 2026, 6:15 p.m. in New York. */
const evening = new Date('2026-06-04T22:15:00Z')
const symbols = ['AAPW', 'MSTY', 'NVDW']

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

type Given = { market: MarketData; secondSource?: SecondSource; announcements?: AnnouncementSource[] }
type Source = {
  open: (url: string) => Given
  impossible: Figures[]
  /** The reply to a request with the path. */
  reply: (path: string, figures: Figures) => Reply
  /** A response of another type than those of the source. */
  wrongType: string
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
const htmlPage = '<!doctype html><html><body>Something went wrong.</body></html>'
const at = (day: string) => `${day}T13:30:00Z`
const symbolOf = (path: string) => symbols.find((symbol) => path.includes(symbol)) ?? 'SPY'

const sources: Record<string, Source> = {
  Yahoo: {
    open: (url) => ({ market: createYahooMarketData(partsFor(url)) }),
    wrongType: htmlPage,
    impossible: [...payments, ...closes],
    reply: (path, { close, amount, day = '2026-06-04' }) =>
      makeChart({
        symbol: symbolOf(path),
        closes: close === undefined ? [] : [[at(day), close]],
        dividends: amount === undefined ? [] : [[at(day), amount]]
      })
  },
  Nasdaq: {
    open: (url) => ({ market: createNasdaq(partsFor(url)).market }),
    wrongType: htmlPage,
    impossible: [...payments, ...closes],
    reply: (path, { close, amount, day = '2026-06-04' }) =>
      path.includes('/historical')
        ? makeTrades(symbolOf(path), close === undefined ? [] : [[day, close]])
        : makeDividends(amount === undefined ? [] : [{ exDate: day, amount }])
  },
  'Nasdaq as second source': {
    open: (url) => ({ market: soundMarket(), secondSource: createNasdaq(partsFor(url)).second }),
    wrongType: htmlPage,
    impossible: payments,
    reply: (_path, { amount, day = '2026-06-04' }) =>
      makeDividends(amount === undefined ? [] : [{ exDate: day, amount }])
  },
  Cboe: {
    open: (url) => ({ market: soundMarket(), announcements: [createCboeNotices('Doubloon', partsFor(url))] }),
    wrongType: '{"alerts":[]}',
    impossible: payments,
    reply: (_path, { amount, day = '2026-06-05' }) =>
      makeCboeNotice(
        amount === undefined ? [] : [{ symbol: 'AAPW', exDate: day, payDate: day, amount: `$${amount}` }]
      )
  },
  YieldMax: {
    open: (url) => ({
      market: soundMarket(),
      announcements: [createYieldMaxReleases('Doubloon', partsFor(url))]
    }),
    wrongType: '{"releases":[]}',
    impossible: payments,
    reply: (path, { amount, day = '2026-06-05' }) => {
      const [year, month, date] = day.split('-').map(Number)
      const ex = `${month === 1 ? 'January' : 'June'} ${date}, ${year}`
      const release = '/news-release/2026/06/04/1/0/en/YieldMax-ETFs-Announces-Distributions.html'
      return path.startsWith('/search/')
        ? makeReleaseList([release])
        : makeRelease({ ex, pay: ex }, [['MSTY', `$${amount}`, '50.00%']])
    }
  }
}

/** A market without news. */
function soundMarket(): MarketData {
  return makeMarket(Object.fromEntries(symbols.map((symbol) => [symbol, () => reportStored(api.db, symbol)])))
}

/** Rows that the collection may write. */
async function readStored(): Promise<unknown[]> {
  const tables = [
    'price',
    'dividend_history',
    'split',
    'declared_payment',
    'underlying_close',
    'return_of_capital'
  ] as const
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
    services: {
      ...source.open(await serve(listener)),
      switches: everySourceOn,
      clock: () => new Date(time)
    }
  })
  onTestFinished(api.close)
  const retired = { state: 'retired', state_since: '2026-06-01', state_cause: 'operator' } as const
  await api.db.updateTable('fund').set(retired).where('symbol', 'not in', symbols).execute()
  const before = new Set((await readStored()).map((row) => JSON.stringify(row)))
  await api.services.collector.collectGroup('all')
  await collectAnnouncements(api.services)
  const added = (await readStored()).filter((row) => !before.has(JSON.stringify(row)))
  const health = readHealth.output.parse((await api.get('/api/health')).body)
  const { body } = await api.get('/api/admin/system/connections', await api.signIn())
  return { added, health, connections: readConnections.output.parse(body) }
}

/** A second source and announcements are reported, but don't change the status. */
function expectReported(name: string, { health, connections }: Awaited<ReturnType<typeof collect>>): void {
  if (name === 'Nasdaq as second source') expect(health.second_source).toContain('Nasdaq')
  else if (connections.sources.length > 0)
    expect(connections.sources).toMatchObject([{ status: 'degraded', detail: expect.stringContaining(name) }])
  else expect(health.status).toBe('degraded')
}

const serveText =
  (text: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(text)

for (const [name, source] of Object.entries(sources)) {
  const answers: typeof hostileAnswers = [
    ...hostileAnswers,
    ['another type', () => serveText(source.wrongType)]
  ]
  test.each(answers)(`${name} with %s: nothing is stored`, async (_what, makeListener) => {
    const requested: string[] = []
    const inside = await serve((request, response) => {
      requested.push(request.url ?? '')
      response.end('{}')
    })
    const collected = await collect(source, makeListener({ type: 'application/json', inside }))
    expect([collected.added, requested]).toEqual([[], []])
    expectReported(name, collected)
  })

  test.each(source.impossible)(`${name} with %o: nothing of it is stored`, async (figures) => {
    const { added } = await collect(source, (request, response) => {
      const reply = source.reply(request.url ?? '', figures)
      response.writeHead(200, { 'content-type': 'application/json' })
      const body = typeof reply === 'object' ? reply?.body : ''
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
    expect(added).toEqual([])
  })
}
