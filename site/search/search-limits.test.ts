import { expect, test } from 'vitest'
import { maxPerHour, minGapMs, type SearchLimits, takeSearch, tooMany, tooSoon } from './search-limits.ts'

const start = Date.parse('2026-05-29T10:00:00Z')
const hourMs = 3_600_000

test('the first search is allowed and counted', () => {
  expect(takeSearch(null, start)).toEqual({
    allowed: true,
    limits: { count: 1, hourStartedAt: start, lastAt: start }
  })
})

test('a second one within a second is not, one second later it is', () => {
  const limits: SearchLimits = { count: 1, hourStartedAt: start, lastAt: start }
  expect(takeSearch(limits, start + minGapMs - 1)).toEqual({ allowed: false, message: tooSoon })
  expect(takeSearch(limits, start + minGapMs)).toMatchObject({ allowed: true, limits: { count: 2 } })
})

test('fifty searches an hour are allowed, the next is not until the hour is over', () => {
  let limits: SearchLimits | null = null
  for (let search = 0; search < maxPerHour; search += 1) {
    const verdict = takeSearch(limits, start + search * minGapMs)
    if (!verdict.allowed) throw new Error(`search ${search + 1} was refused`)
    limits = verdict.limits
  }
  expect(takeSearch(limits, start + hourMs - 1)).toEqual({ allowed: false, message: tooMany })
  expect(takeSearch(limits, start + hourMs)).toEqual({
    allowed: true,
    limits: { count: 1, hourStartedAt: start + hourMs, lastAt: start + hourMs }
  })
})

test('a clock that was set back does not lock the visitor out', () => {
  const future: SearchLimits = { count: 50, hourStartedAt: start + hourMs, lastAt: start + hourMs }
  expect(takeSearch(future, start)).toMatchObject({ allowed: true, limits: { count: 1 } })
})
