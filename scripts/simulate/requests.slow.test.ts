import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestsBesideFunds } from '../../admin-api/collection/run-collection.ts'
import { createEmbeddedMarketData } from '../../admin-api/collection/sources/embedded.ts'
import { mean, randomNumbers } from '../../admin-api/numbers/statistics.ts'
import { openService, type Service } from '../../admin-api/open-service.ts'
import { openDatabase } from '../../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../../admin-api/platform/database/private-files.ts'
import { readRealFacts } from '../../admin-api/testing/may-facts.ts'
import { sendTo } from '../../admin-api/testing/yahoo-server.ts'
import { collectedUntil } from './collected-until.ts'
import { type FakeSource, startFakeSource } from './fake-source.ts'
import { planFaults } from './faults.ts'
import { createSource } from './source.ts'

const lastDay = '2026-06-24'
const withBoth = ['2026-06-25', '2026-06-26']
const withYahoo = '2026-06-29'
/** A monthly payer whose next payment is weeks away pays twice. */
const surprise = { symbol: 'JEPI', ex_date: '2026-06-26', amount: 0.4 }
const latencyMs = 150

const real = readRealFacts()
const template = real.dividends.find(({ symbol }) => symbol === surprise.symbol)
const facts = { ...real, dividends: [...real.dividends, ...(template ? [{ ...template, ...surprise }] : [])] }
const symbols = new Set(real.funds.map(({ symbol }) => symbol))
const random = randomNumbers(1)
const source = createSource(facts, { from: lastDay, to: '2026-07-08', isCalm: true, random })

const clock = { now: Date.parse(`${lastDay}T22:15:00Z`) }
const runs: { day: string; requests: Record<string, number>; charts: string[]; seconds: number }[] = []
let folder: string
let network: FakeSource
let service: Service

async function openWith(marketData: string): Promise<void> {
  const send = sendTo(network.url)
  const environment = { DATA_DIR: folder, SITE_DIR: join(folder, 'site'), LOG_LEVEL: 'silent' }
  service = await openService(
    { ...environment, MARKET_DATA: marketData, COLLECT_CRON: 'off' },
    {
      publishes: false,
      clock: () => new Date(clock.now),
      network: {
        fetch: async (input, init) => {
          clock.now += latencyMs
          return send(input, init)
        },
        sleep: async (milliseconds) => {
          clock.now += milliseconds
          await setImmediate()
        },
        random: () => 0.5
      },
      facts: createEmbeddedMarketData(
        () => collectedUntil(facts, source, lastDay),
        () => 'of the release'
      )
    }
  )
  await service.sourceWatch.connect?.()
}

async function collect(day: string): Promise<void> {
  const startedAt = Date.parse(`${day}T22:15:00Z`)
  clock.now = startedAt
  const chartsBefore = network.charts.length
  const { requests = {}, errors } = await service.collector.collectGroup('all')
  expect(errors).toEqual([])
  const charts = network.charts.slice(chartsBefore)
  runs.push({ day, requests, charts, seconds: (clock.now - startedAt) / 1000 })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-requests-'))
  const faults = planFaults([], { isCalm: true, random })
  network = await startFakeSource(source, faults, () => new Date(clock.now))
  await openWith('auto')
  for (const day of withBoth) await collect(day)
  await service.close()
  await openWith('yahoo')
  await collect(withYahoo)
  // Four days of all funds: as long as a busy machine needs.
}, 900_000)
afterAll(async () => {
  await service.close()
  await network.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a full collection sends a request per fund and 20 more at most to a source, and takes under three minutes', () => {
  const figures = JSON.stringify(runs)
  expect(symbols.size).toBeGreaterThan(190)
  for (const { requests, seconds } of runs) {
    expect(Math.max(...Object.values(requests)), figures).toBeLessThanOrEqual(
      symbols.size + requestsBesideFunds
    )
    expect(seconds, figures).toBeLessThan(180)
  }
})

test('with a second source, funds without a payment due need no chart; without it, every fund has one', () => {
  const counts = runs.map(({ charts }) => charts.length)
  expect(mean(counts.slice(0, -1)), JSON.stringify(runs)).toBeLessThan(0.85 * symbols.size)
  const last = runs.at(-1)?.charts ?? []
  // An underlying without stored closes has a chart as well (SPCX, which files have no closes of).
  expect(last.filter((symbol) => symbols.has(symbol))).toHaveLength(symbols.size)
  expect(new Set(last).size).toBe(last.length)
})

test('payments and closes are stored on the evening of their day, even an unexpected payment', async () => {
  const db = openDatabase(databaseFileIn(folder))
  const paid = await db
    .selectFrom('dividend_history')
    .select(['symbol', 'ex_date', 'collection_date'])
    .where('ex_date', '>', lastDay)
    .execute()
  const quarantined = await db
    .selectFrom('manual_entry')
    .select(['symbol', 'reported_ex_date as ex_date', 'collection_date'])
    .where('kind', '=', 'payment')
    .where('status', '=', 'pending')
    .execute()
  const closes = await db.selectFrom('price').select('symbol').where('date', '=', withYahoo).execute()
  await db.destroy()
  const known = [...paid, ...quarantined]
  const expected = source.payments.filter(({ exDate }) => exDate > lastDay && exDate <= withYahoo)
  expect(expected.length).toBeGreaterThan(75)
  for (const { symbol, exDate } of expected)
    expect(known, `${symbol} ${exDate}`).toContainEqual({ symbol, ex_date: exDate, collection_date: exDate })
  expect(closes).toHaveLength(symbols.size)
})
