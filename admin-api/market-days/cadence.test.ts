import { expect, test } from 'vitest'
import { periodOf, readFrequency } from './cadence.ts'
import { addDays } from './days.ts'

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

test('a change of cadence counts after two new gaps', () => {
  // MSTY went weekly on 16 October 2025: 21 days, then 7 and 7.
  const before = [...every(28, 8, '2025-02-13'), '2025-09-25', '2025-10-16']
  expect(readFrequency([...before, '2025-10-23'])).toBe(13)
  expect(readFrequency([...before, '2025-10-23', '2025-10-30'])).toBe(52)
})

test('a week left out does not end the weekly cadence', () => {
  expect(readFrequency([...every(7, 10), '2025-09-25'])).toBe(52)
})

test('one payment and none count as monthly, of two the gap decides', () => {
  expect(readFrequency(['2025-07-10'])).toBe(12)
  expect(readFrequency(['2025-07-10', '2025-07-17'])).toBe(52)
  expect(readFrequency([])).toBe(12)
})

test('a gap of up to 10 days is a week, from 18 a month, between them neither', () => {
  expect([6, 10, 14, 18, 35].map(periodOf)).toEqual(['week', 'week', undefined, 'month', 'month'])
})
