import { expect, test } from 'vitest'
import { addDays } from './days.ts'
import { pastFrequencies, periodAfter, periodOf, readFrequency } from './frequency.ts'

const every = (days: number, count: number, start = '2025-07-10') =>
  Array.from({ length: count }, (_, i) => addDays(start, days * i))

test('weekly ex-dates mean 52 payments a year', () => {
  expect(readFrequency(every(7, 10))).toBe(52)
})

test('ex-dates every 28 days mean 13', () => {
  expect(readFrequency(every(28, 8))).toBe(13)
})

test('holiday shifts do not turn four weeks into a month', () => {
  // TSLY, October 2024 to January 2025: Thanksgiving and Christmas moved two Thursdays to Fridays.
  expect(readFrequency(['2024-10-03', '2024-10-31', '2024-11-29', '2024-12-27', '2025-01-23'])).toBe(13)
})

test('first sessions of the month mean 12, a February of 28 days included', () => {
  // QQQT, its first payments.
  const days = [
    '2025-10-01',
    '2025-11-03',
    '2025-12-01',
    '2025-12-31',
    '2026-02-02',
    '2026-03-02',
    '2026-04-01'
  ]
  for (let count = 3; count <= days.length; count += 1) expect(readFrequency(days.slice(0, count))).toBe(12)
})

test('a new frequency counts after two new gaps', () => {
  // MSTY went weekly on October 16, 2025: 21 days, then 7 and 7.
  const before = [...every(28, 8, '2025-02-13'), '2025-09-25', '2025-10-16']
  expect(readFrequency([...before, '2025-10-23'])).toBe(13)
  expect(readFrequency([...before, '2025-10-23', '2025-10-30'])).toBe(52)
})

test('a skipped week does not end the weekly frequency', () => {
  expect(readFrequency([...every(7, 10), '2025-09-25'])).toBe(52)
})

test('one payment and none count as monthly; with two the gap decides', () => {
  expect(readFrequency(['2025-07-10'])).toBe(12)
  expect(readFrequency(['2025-07-10', '2025-07-17'])).toBe(52)
  expect(readFrequency([])).toBe(12)
})

test('a gap of up to 10 days is a week, from 18 a month, between them neither', () => {
  expect([6, 10, 14, 18, 35].map(periodOf)).toEqual(['week', 'week', undefined, 'month', 'month'])
})

const times = <T>(count: number, value: T) => Array<T>(count).fill(value)

test('a constant frequency applies to all payments', () => {
  expect(pastFrequencies(every(7, 5, '2026-01-08'))).toEqual(times(5, 52))
  expect(pastFrequencies(every(28, 5, '2025-01-09'))).toEqual(times(5, 13))
})

test('past frequencies of none, one and two payments', () => {
  expect(pastFrequencies([])).toEqual([])
  expect(pastFrequencies(['2026-01-08'])).toEqual([12])
  expect(pastFrequencies(['2026-01-08', '2026-01-15'])).toEqual([52, 52])
})

test('the first weekly payment after four-weekly ones counts as weekly', () => {
  // BABO went weekly on October 16, 2025, seven days after its last four-weekly payment.
  const days = [...every(28, 5, '2025-06-19'), ...every(7, 4, '2025-10-16')]
  expect(pastFrequencies(days)).toEqual([...times(5, 13), ...times(4, 52)])
})

test('two weeks at the change, or months without a record, belong to the new frequency', () => {
  // TSLY: October 2, then 16, 23, 30, 2025. ABNY: September 18, 2025, then January 2, 8, 15, 2026.
  const tsly = [...every(28, 4, '2025-07-10'), ...every(7, 3, '2025-10-16')]
  expect(pastFrequencies(tsly)).toEqual([...times(4, 13), ...times(3, 52)])
  const abny = [...every(28, 4, '2025-06-26'), '2026-01-02', '2026-01-08', '2026-01-15']
  expect(pastFrequencies(abny)).toEqual([...times(4, 13), ...times(3, 52)])
})

test('a special payment between monthly ones changes nothing', () => {
  const days = [
    '2025-10-01',
    '2025-11-03',
    '2025-12-01',
    '2025-12-30',
    '2026-01-02',
    '2026-02-02',
    '2026-03-02'
  ]
  expect(pastFrequencies(days)).toEqual(times(7, 12))
})

test('a fund can go from weekly back to monthly', () => {
  const days = [...every(7, 4, '2026-01-02'), '2026-02-23', '2026-03-23', '2026-04-23']
  expect(pastFrequencies(days)).toEqual([...times(4, 52), ...times(3, 12)])
})

test('a third Wednesday is monthly, although most of its gaps are of four weeks: SPYI', () => {
  const days = [
    '2025-10-22',
    '2025-11-26',
    '2025-12-24',
    '2026-01-21',
    '2026-02-18',
    '2026-03-18',
    '2026-04-22'
  ]
  for (let count = 4; count <= days.length; count += 1) expect(readFrequency(days.slice(0, count))).toBe(12)
})

test('half-month and quarterly periods need two gaps in a row', () => {
  expect([periodAfter(15, 14), periodAfter(15, 7), periodAfter(91, 92), periodAfter(91, 30)]).toEqual([
    'half-month',
    undefined,
    'quarter',
    'month'
  ])
  expect(readFrequency(['2026-01-14', '2026-01-29', '2026-02-12', '2026-02-26', '2026-03-12'])).toBe(24)
  expect(readFrequency(['2025-04-01', '2025-07-01', '2025-10-01', '2026-01-02', '2026-04-01'])).toBe(4)
})
