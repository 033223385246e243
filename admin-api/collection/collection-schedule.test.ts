import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { endAllLeases } from '../platform/database/leases/leases.ts'
import { ApiError } from '../platform/http/errors.ts'
import { startApi } from '../testing/api.ts'
import { makeMarket } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { takeCollection } from './collection-lease.ts'
import { createSchedule, type Schedule, startSchedule } from './collection-schedule.ts'
import type { Collector } from './collector.ts'
import { writeSourceState } from './source-state.db.ts'
import type { MarketData } from './sources/market-data.ts'

const emptyOutcome = { results: [], errors: [], no_estimate: [], stopped: null }
const live = makeMarket({})
const embedded: MarketData = { ...live, isLive: false }

let now: Date
let collected: string[]
/** Delays a collection or makes it fail. */
let gate: () => Promise<void>

const collector: Collector = {
  findRunning: async () => [],
  collectGroup: async (group) => {
    collected.push(group)
    await gate()
    return emptyOutcome
  },
  collectMissed: async () => {
    collected.push('missed')
    await gate()
    return emptyOutcome
  },
  collectOne: async () => Promise.reject(new Error('not expected here')),
  collectNew: async () => Promise.reject(new Error('not expected here')),
  stopCollection: async () => undefined,
  recalculateEstimate: async () => Promise.reject(new Error('not expected here')),
  stop: async () => undefined
}

const api = forEachTest(() => {
  collected = []
  gate = async () => undefined
  return startApi({ content: 'tables' })
})

function open(setting: string | null, market = live): Schedule {
  const log = pino({ level: 'silent' })
  return createSchedule({ db: api.db, clock: () => now, log, market, collector }, setting)
}

/** Collections started when the schedule is checked at these instants, the first right after startup. */
async function checkAt(schedule: Schedule, ...instants: string[]): Promise<string[]> {
  collected = []
  for (const instant of instants) {
    now = new Date(instant)
    await schedule.runDue()
  }
  return collected
}

// Thursday, June 4, 2026, 12:00 in New York is 16:00 UTC.
const noon = '2026-06-04T16:00:00Z'

test('at startup missed funds are collected from a live source, and not again before the close', async () => {
  expect(await checkAt(open(null), noon, '2026-06-04T16:01:00Z', '2026-06-04T22:14:00Z')).toEqual(['missed'])
})

test('all funds are collected at 18:15 New York time, once, and missed ones at 8:45', async () => {
  const schedule = open(null)
  await checkAt(schedule, noon)
  expect(await schedule.findNextRun()).toEqual(new Date('2026-06-04T22:15:00Z'))
  expect(await checkAt(schedule, '2026-06-04T22:15:00Z', '2026-06-04T22:15:30Z')).toEqual(['all'])
  expect(await checkAt(schedule, '2026-06-05T12:44:59Z', '2026-06-05T12:45:00Z')).toEqual(['missed'])
  // In winter New York is UTC-5; nothing happens on a weekend.
  const winter = open(null)
  await checkAt(winter, '2025-12-05T20:00:00Z')
  expect(await checkAt(winter, '2025-12-05T23:14:00Z')).toEqual([])
  expect(await checkAt(winter, '2025-12-05T23:15:00Z', '2025-12-08T13:44:00Z')).toEqual(['all'])
})

test('a machine that slept through both runs collects all funds once', async () => {
  const schedule = open(null)
  await checkAt(schedule, noon)
  expect(await checkAt(schedule, '2026-06-06T16:00:00Z', '2026-06-06T16:00:30Z')).toEqual(['all'])
})

test('a pattern replaces the default runs, with embedded figures, too', async () => {
  const schedule = open('30 18 * * 1-5', embedded)
  expect(await checkAt(schedule, noon, '2026-06-04T22:29:00Z')).toEqual([])
  expect(await checkAt(schedule, '2026-06-04T22:30:00Z', '2026-06-05T14:00:00Z')).toEqual(['all'])
})

test.each([
  ['off', live],
  [null, embedded]
])('with %s nothing is scheduled', async (setting, market) => {
  const schedule = open(setting, market)
  expect(await checkAt(schedule, noon, '2026-06-12T16:00:00Z')).toEqual([])
  expect(await schedule.findNextRun()).toBeNull()
})

test('while the source blocks, nothing is due, even after a restart; then missed funds are', async () => {
  const schedule = open(null)
  await checkAt(schedule, noon)
  await writeSourceState(api.db, 'collection-pause', { until: '2026-06-05T00:15:00.000Z', hours: 2 })
  expect(await checkAt(schedule, '2026-06-04T22:15:00Z')).toEqual([])
  const restarted = open(null)
  expect(await checkAt(restarted, '2026-06-05T00:14:59Z')).toEqual([])
  expect(await restarted.findNextRun()).toEqual(new Date('2026-06-05T00:15:00Z'))
  expect(await checkAt(restarted, '2026-06-05T00:15:00Z')).toEqual(['missed'])
  // With runs switched off, the rest of a manual collection is still completed.
  expect(await checkAt(open('off'), '2026-06-05T00:15:00Z')).toEqual(['missed'])
})

test('a run that is due while the operator collects stays due', async () => {
  const schedule = open(null)
  await checkAt(schedule, noon)
  gate = async () => {
    throw new ApiError('conflict', 'A collection is already running. Please wait.')
  }
  expect(await checkAt(schedule, '2026-06-04T22:15:00Z', '2026-06-04T22:15:30Z')).toEqual(['all', 'all'])
  gate = async () => undefined
  expect(await checkAt(schedule, '2026-06-04T22:16:00Z', '2026-06-04T22:16:30Z')).toEqual(['all'])
})

test('a failed collection is not retried before the next run', async () => {
  const schedule = open(null)
  gate = async () => {
    throw new Error('the disk is gone')
  }
  expect(await checkAt(schedule, noon, '2026-06-04T16:00:30Z')).toEqual(['missed'])
})

test('after reset() missed funds are collected, without runs that were due under another process', async () => {
  const schedule = open(null)
  await checkAt(schedule, noon)
  schedule.reset()
  expect(await checkAt(schedule, '2026-06-05T12:00:00Z')).toEqual(['missed'])
})

test('an interrupted collection is resumed once, even with runs switched off', async () => {
  const schedule = open('off', embedded)
  expect(await checkAt(schedule, noon)).toEqual([])
  const interrupted = await takeCollection(api.db, {
    group: 'yieldmax-group-d',
    done: 3,
    total: 7,
    current: 'MSTY'
  })
  await endAllLeases(api.db)
  expect(await checkAt(schedule, noon)).toEqual(['missed'])
  const again = await takeCollection(api.db, { group: 'all', done: 0, total: 0, current: null })
  await again.release()
  expect(await checkAt(schedule, noon)).toEqual([])
  await interrupted.release()
})

test('the schedule is checked now and every half minute, never concurrently, until stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const checks: number[] = []
  const first = Promise.withResolvers<void>()
  gate = () => first.promise
  now = new Date(noon)
  const { runDue, ...rest } = open(null)
  const stop = startSchedule({
    ...rest,
    runDue: async () => {
      checks.push(checks.length)
      await runDue()
    }
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(checks).toHaveLength(1)
  first.resolve()
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(30_000)
    expect(checks).toHaveLength(2)
  }, 60_000)
  await stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(checks).toHaveLength(2)
  vi.useRealTimers()
  expect(collected).toEqual(['missed'])
})

test('while a source is tried again and again, collection is not off unless the setting says so', () => {
  const log = pino({ level: 'silent' })
  const parts = { db: api.db, clock: () => now, log, market: embedded, collector }
  const connect = async () => false
  const isConnecting = (setting: string | null, given: typeof connect | null = connect, market = embedded) =>
    createSchedule({ ...parts, market, connect: given }, setting).isConnecting()
  expect([isConnecting(null), isConnecting('15 18 * * 1-5')]).toEqual([true, true])
  expect([isConnecting('off'), isConnecting(null, null), isConnecting(null, connect, live)]).toEqual([
    false,
    false,
    false
  ])
})
