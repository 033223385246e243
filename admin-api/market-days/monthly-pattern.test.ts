import { expect, test } from 'vitest'
import { nextMonthlyExDate } from './monthly-pattern.ts'

test('first sessions of the month continue over the year end', () => {
  // SPYT: January fell on December 31, 2025, February on Monday the 2nd.
  const days = ['2025-08-01', '2025-09-02', '2025-10-01', '2025-11-03', '2025-12-01', '2025-12-31']
  expect(nextMonthlyExDate(days, '2026-01-05')).toBe('2026-02-02')
  expect(nextMonthlyExDate([...days, '2026-02-02', '2026-03-02', '2026-04-01'], '2026-04-10')).toBe(
    '2026-05-01'
  )
})

test('the second-to-last session of the month is recognized', () => {
  // Counted back by hand from July 31 (Thursday), August 29 (Friday) and September 30, 2025 (Tuesday).
  expect(nextMonthlyExDate(['2025-07-30', '2025-08-28', '2025-09-29'], '2025-10-01')).toBe('2025-10-30')
})

test('the third Friday of the month is recognized', () => {
  expect(nextMonthlyExDate(['2025-07-18', '2025-08-15', '2025-09-19'], '2025-09-20')).toBe('2025-10-17')
})

test('February of a leap year has its own last session', () => {
  expect(nextMonthlyExDate(['2023-11-30', '2023-12-29', '2024-01-31'], '2024-02-01')).toBe('2024-02-29')
})

test('without ex-dates there is no pattern', () => {
  expect(() => nextMonthlyExDate([], '2026-01-01')).toThrow(RangeError)
})

test('the session after options expire on the third Friday: QYLD, with a holiday on the Monday of January', () => {
  const days = ['2025-07-21', '2025-08-18', '2025-09-22', '2025-10-20', '2025-11-24', '2025-12-22']
  expect(nextMonthlyExDate(days, '2025-12-22')).toBe('2026-01-20')
  expect(nextMonthlyExDate([...days, '2026-01-20'], '2026-01-20')).toBe('2026-02-23')
})

test('Wednesday of the third full week: QQQI, a day early where the Friday is closed', () => {
  const days = ['2026-01-21', '2026-02-18', '2026-03-18', '2026-04-22']
  expect(nextMonthlyExDate(days, '2026-04-22')).toBe('2026-05-20')
  // Juneteenth is Friday, June 19, 2026.
  expect(nextMonthlyExDate([...days, '2026-05-20'], '2026-05-20')).toBe('2026-06-16')
})
