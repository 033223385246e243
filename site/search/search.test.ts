import { afterEach, expect, test, vi } from 'vitest'
import { storageKeys } from '../lib/storage.ts'
import { memoryStorage } from '../testing/memory-storage.ts'
import {
  countSearch,
  maxPerHour,
  minGapMs,
  type SearchLimits,
  takeSearch,
  tooMany,
  tooSoon
} from './search.ts'

const start = Date.parse('2026-05-29T10:00:00Z')
const hourMs = 3_600_000

afterEach(() => vi.unstubAllGlobals())

test('the first search is allowed and counted', () => {
  expect(takeSearch(null, start)).toEqual({ count: 1, hourStartedAt: start, lastAt: start })
})

test('a search within a second is rejected, one second later it is allowed', () => {
  const limits: SearchLimits = { count: 1, hourStartedAt: start, lastAt: start }
  expect(takeSearch(limits, start + minGapMs - 1)).toBe(tooSoon)
  expect(takeSearch(limits, start + minGapMs)).toMatchObject({ count: 2 })
})

test('fifty searches per hour are allowed, the next only when the hour is over', () => {
  let limits: SearchLimits | null = null
  for (let search = 0; search < maxPerHour; search += 1) {
    const next = takeSearch(limits, start + search * minGapMs)
    if (typeof next === 'string') throw new Error(`search ${search + 1} was rejected: ${next}`)
    limits = next
  }
  expect(takeSearch(limits, start + hourMs - 1)).toBe(tooMany)
  expect(takeSearch(limits, start + hourMs)).toEqual({
    count: 1,
    hourStartedAt: start + hourMs,
    lastAt: start + hourMs
  })
})

test('a clock that was set back does not lock the visitor out', () => {
  const future: SearchLimits = { count: 50, hourStartedAt: start + hourMs, lastAt: start + hourMs }
  expect(takeSearch(future, start)).toMatchObject({ count: 1 })
})

test.each(['{broken', 'null', '[]', '"1"', '{"count":1}', '{"count":"1","hourStartedAt":0,"lastAt":0}'])(
  'damaged counters %s are replaced',
  (stored) => {
    vi.stubGlobal('window', { localStorage: memoryStorage() })
    window.localStorage.setItem(storageKeys.searchLimits, stored)
    expect(countSearch(start)).toBeNull()
    expect(window.localStorage.getItem(storageKeys.searchLimits)).toBe(
      JSON.stringify({ count: 1, hourStartedAt: start, lastAt: start })
    )
    expect(countSearch(start + 1)).toBe(tooSoon)
  }
)
