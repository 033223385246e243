import { expect, test } from 'vitest'
import { firstSessionOf, openedSessions, sessionToFreeze } from './outlook-sessions.ts'

test('the first session of a month is after weekends and holidays', () => {
  // New York Stock Exchange: closed on January 1; February and August 2026 began on a weekend.
  expect(['2026-01-20', '2026-02-28', '2026-08-01', '2026-12-24'].map(firstSessionOf)).toEqual([
    '2026-01-02',
    '2026-02-02',
    '2026-08-03',
    '2026-12-01'
  ])
})

test('outlooks are frozen on that day only, from midnight in New York until 9:30', () => {
  const at = (instant: string, asOf = '2026-11-30') => sessionToFreeze(new Date(instant), asOf)
  // Winter: New York is five hours behind UTC.
  expect(at('2026-12-01T04:59:00Z')).toBeNull()
  expect(at('2026-12-01T05:00:00Z')).toBe('2026-12-01')
  expect(at('2026-12-01T14:29:59Z')).toBe('2026-12-01')
  expect(at('2026-12-01T14:30:00Z')).toBeNull()
  expect(at('2026-12-02T12:00:00Z')).toBeNull()
  expect(at('2026-11-30T12:00:00Z')).toBeNull()
})

test('older data waits until 9:00, and data of more than a week before is not used', () => {
  const at = (instant: string, asOf: string) => sessionToFreeze(new Date(instant), asOf)
  expect(at('2026-12-01T13:59:00Z', '2026-11-27')).toBeNull()
  expect(at('2026-12-01T14:00:00Z', '2026-11-27')).toBe('2026-12-01')
  expect(at('2026-12-01T14:00:00Z', '2026-11-24')).toBe('2026-12-01')
  expect(at('2026-12-01T14:00:00Z', '2026-11-23')).toBeNull()
  // A source that already has the day itself would know too much.
  expect(at('2026-12-01T14:00:00Z', '2026-12-01')).toBeNull()
})

test('sessions are backtested once they have opened and the day before is in the data', () => {
  const last = (instant: string, asOf: string) => openedSessions(new Date(instant), asOf).at(-1)
  expect(openedSessions(new Date('2023-03-15T12:00:00Z'), '2023-03-14')).toEqual([
    '2023-01-03',
    '2023-02-01',
    '2023-03-01'
  ])
  expect(last('2026-12-01T14:00:00Z', '2026-11-30')).toBe('2026-11-02')
  expect(last('2026-12-01T14:30:00Z', '2026-11-30')).toBe('2026-12-01')
  expect(last('2026-12-01T14:30:00Z', '2026-11-27')).toBe('2026-11-02')
  expect(last('2026-11-28T12:00:00Z', '2026-08-28')).toBe('2026-08-03')
})
