import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmbeddedMarketData, pickFunds } from '../../admin-api/collection/sources/embedded.ts'
import { addSessions } from '../../admin-api/market-days/market-calendar.ts'
import { randomNumbers } from '../../admin-api/numbers/statistics.ts'
import { openService, type Service } from '../../admin-api/open-service.ts'
import { readRealFacts } from '../../admin-api/testing/may-facts.ts'
import { sendTo } from '../../admin-api/testing/yahoo-server.ts'
import type { Facts } from '../../data/schema.ts'
import { collectedUntil } from './collected-until.ts'
import { type FakeSource, startFakeSource } from './fake-source.ts'
import { planFaults } from './faults.ts'
import { runSimulation } from './run-simulation.ts'
import { createSource } from './source.ts'

// The figures of the release are four months old; Yahoo and Nasdaq have today's.
const [lastDay, today] = ['2026-03-06', '2026-07-08']
const allFacts = readRealFacts()
const facts = pickOneOf(3, allFacts)
const random = randomNumbers(1)
const source = createSource(facts, { from: lastDay, to: today, isCalm: true, random })
const clock = { now: Date.parse(`${today}T22:30:00Z`) }
let folder: string
let network: FakeSource
let service: Service

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-first-start-'))
  const faults = planFaults([], { isCalm: true, random })
  network = await startFakeSource(source, faults, () => new Date(clock.now))
  const environment = { DATA_DIR: folder, SITE_DIR: join(folder, 'site'), LOG_LEVEL: 'silent' }
  // No setting names a source.
  service = await openService(environment, {
    publishes: false,
    clock: () => new Date(clock.now),
    network: {
      fetch: sendTo(network.url),
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
  })
})
afterAll(async () => {
  await service.close()
  await network.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a first start without settings is live in two minutes; four months of payments need no approval', async () => {
  expect(await service.sourceWatch.connect?.()).toBe(true)
  await service.schedule.runDue()
  const lines: string[] = []
  service.sourceWatch.report((line) => void lines.push(line))
  await expect.poll(() => lines).toEqual(['live: data through Wed, Jul 8'])

  // Each source gets two requests a second, both at the same time; a full start has three times as many funds.
  const { charts, options, others, nasdaq } = network.requests
  const scale = allFacts.funds.length / facts.funds.length
  expect((scale * Math.max(charts, nasdaq) + options + others) / 2).toBeLessThan(120)

  const { openDatabase } = await import('../../admin-api/platform/database/open.ts')
  const db = openDatabase(join(folder, 'doubloon.sqlite'))
  const stored = await db.selectFrom('payment').select(['symbol', 'ex_date', 'amount']).execute()
  const sources = await db
    .selectFrom('price')
    .select('source')
    .distinct()
    .where('date', '>', lastDay)
    .execute()
  await db.destroy()
  const amounts = new Map(stored.map(({ symbol, ex_date, amount }) => [`${symbol} ${ex_date}`, amount]))
  const real = source.payments.filter(({ exDate }) => exDate > lastDay && exDate <= today)
  const isStored = ({ symbol, exDate, amount }: (typeof real)[number]) =>
    Math.abs((amounts.get(`${symbol} ${exDate}`) ?? -1) - amount) <= 0.005 * amount + 0.0001
  expect(real.length).toBeGreaterThan(300)
  expect(real.filter(isStored).length / real.length).toBeGreaterThanOrEqual(0.99)
  expect(sources).toEqual([{ source: 'Yahoo Finance figures' }])
})

test('Nasdaq stands in while Yahoo is down for two weeks: no gap, no change, estimates frozen daily', async () => {
  const span = { from: '2025-10-01', to: '2025-10-23' }
  const options = { every: 'daily', seed: 1, calm: true, outage: true } as const
  const result = await runSimulation({ ...span, ...options }, pickOneOf(6, allFacts))
  const { known, missing, old, altered, wrong, frozenDays, requestsByKind } = result
  expect(known).toBeGreaterThan(30)
  expect(missing.length / known, missing.join()).toBeLessThanOrEqual(0.01)
  expect(old.late.length / old.known, old.late.join()).toBeLessThanOrEqual(0.01)
  expect([altered, wrong]).toEqual([[], []])
  expect(requestsByKind.nasdaq).toBeGreaterThan(200)
  const outage = Array.from({ length: 10 }, (_, i) => addSessions('2025-10-08', i))
  expect(outage.filter((day) => !frozenDays.includes(day))).toEqual([])
}, 240_000)

/** Picks every `count`-th fund, which leaves enough for the checks that compare funds of a family. */
function pickOneOf(count: number, all: Facts): Facts {
  const symbols = all.funds.map(({ symbol }) => symbol)
  return pickFunds(all, new Set(symbols.filter((_symbol, i) => i % count === 0)))
}
