import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { groupNames } from '../../contract/collection.ts'
import { ApiError } from '../../http/errors.ts'
import type { Collector } from '../../services.ts'
import { type Schedule, startSchedule } from './collection-schedule.ts'

const log = pino({ level: 'silent' })
let schedule: Schedule | null = null
let collected: string[]
/** What each group's collection waits for. */
let gate: Promise<void>

const collector: Collector = {
  findRunning: () => [],
  collectGroup: async (group) => {
    collected.push(group)
    await gate
    if (group === 'weekly-etfs') throw new ApiError('conflict', 'It is being collected already.')
    return { results: [], errors: [] }
  },
  collectOne: async () => Promise.reject(new Error('not asked for here')),
  collectNew: async () => Promise.reject(new Error('not asked for here')),
  estimateAnew: async () => Promise.reject(new Error('not asked for here')),
  stop: async () => undefined
}

beforeEach(() => {
  collected = []
  gate = Promise.resolve()
  // Thursday 4 June 2026, 18:29 in New York.
  vi.useFakeTimers({ now: new Date('2026-06-04T22:29:00Z') })
})
afterEach(() => {
  schedule?.stop()
  vi.useRealTimers()
})

test('all groups are collected when the time comes in New York, whichever of them is refused', async () => {
  schedule = startSchedule('30 18 * * 1-5', { collector, log })
  expect(schedule.nextRun()).toEqual(new Date('2026-06-04T22:30:00Z'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(collected).toEqual([])
  await vi.advanceTimersByTimeAsync(31_000)
  expect(collected).toEqual(groupNames)
})

test('a collection that takes longer than the pattern is not overlapped by the next one', async () => {
  const slow = Promise.withResolvers<void>()
  gate = slow.promise
  schedule = startSchedule('* * * * *', { collector, log })
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(collected).toEqual(['weekly-etfs'])
  slow.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(collected).toEqual(groupNames)
})

test('a stopped schedule collects nothing any more', async () => {
  schedule = startSchedule('* * * * *', { collector, log })
  schedule.stop()
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(collected).toEqual([])
})
