import { expect, test } from 'vitest'
import { addSessions } from './market-calendar.ts'
import { nextMonthlyExDate } from './monthly-pattern.ts'

/** Payments that are sent a session after these ex-dates. */
function nextAfter(exDates: readonly string[], asOf: string): string {
  const payments = exDates.map((exDate) => ({ exDate, payDate: addSessions(exDate, 1) }))
  return nextMonthlyExDate(payments, asOf, 1)
}

test('first sessions of the month continue over the year end', () => {
  // SPYT: January fell on December 31, 2025, February on Monday the 2nd.
  const days = ['2025-08-01', '2025-09-02', '2025-10-01', '2025-11-03', '2025-12-01', '2025-12-31']
  expect(nextAfter(days, '2026-01-05')).toBe('2026-02-02')
  expect(nextAfter([...days, '2026-02-02', '2026-03-02', '2026-04-01'], '2026-04-10')).toBe('2026-05-01')
})

test('the second-to-last session of the month is recognized', () => {
  // Counted back by hand from July 31 (Thursday), August 29 (Friday) and September 30, 2025 (Tuesday).
  expect(nextAfter(['2025-07-30', '2025-08-28', '2025-09-29'], '2025-10-01')).toBe('2025-10-30')
})

test('the third Friday of the month is recognized', () => {
  expect(nextAfter(['2025-07-18', '2025-08-15', '2025-09-19'], '2025-09-20')).toBe('2025-10-17')
})

test('February of a leap year has its own last session', () => {
  expect(nextAfter(['2023-11-30', '2023-12-29', '2024-01-31'], '2024-02-01')).toBe('2024-02-29')
})

test('without ex-dates there is no pattern', () => {
  expect(() => nextAfter([], '2026-01-01')).toThrow(RangeError)
})

test('the session after options expire on the third Friday: QYLD, with a holiday on the Monday of January', () => {
  const days = ['2025-07-21', '2025-08-18', '2025-09-22', '2025-10-20', '2025-11-24', '2025-12-22']
  expect(nextAfter(days, '2025-12-22')).toBe('2026-01-20')
  expect(nextAfter([...days, '2026-01-20'], '2026-01-20')).toBe('2026-02-23')
})

test('Wednesday of the third full week: QQQI, a day early where the Friday is closed', () => {
  const days = ['2026-01-21', '2026-02-18', '2026-03-18', '2026-04-22']
  expect(nextAfter(days, '2026-04-22')).toBe('2026-05-20')
  // Juneteenth is Friday, June 19, 2026.
  expect(nextAfter([...days, '2026-05-20'], '2026-05-20')).toBe('2026-06-16')
})

test('the first Wednesday as a pay date: TSPY goes ex the day before, also in the month before', () => {
  const days = [
    '2025-10-07',
    '2025-11-04',
    '2025-12-02',
    '2026-01-06',
    '2026-02-03',
    '2026-03-03',
    '2026-03-31'
  ]
  expect(nextAfter(days, '2026-03-31')).toBe('2026-05-05')
  expect(nextAfter([...days, '2026-05-05', '2026-06-02'], '2026-06-02')).toBe('2026-06-30')
})

test('the last Tuesday as a pay date, three sessions after the ex-date: BUYW, with Memorial Day between them', () => {
  const payments = [
    ['2026-01-22', '2026-01-27'],
    ['2026-02-19', '2026-02-24'],
    ['2026-03-26', '2026-03-31'],
    ['2026-04-23', '2026-04-28']
  ].map(([exDate = '', payDate = '']) => ({ exDate, payDate }))
  expect(nextMonthlyExDate(payments, '2026-04-23', 3)).toBe('2026-05-20')
})

test('a payment of the first days of January moves to December, if it did a year ago: JEPI', () => {
  const days = [
    '2024-11-01',
    '2024-12-02',
    '2024-12-31',
    '2025-02-03',
    '2025-03-03',
    '2025-04-01',
    '2025-05-01'
  ]
  const rest = [
    '2025-06-02',
    '2025-07-01',
    '2025-08-01',
    '2025-09-02',
    '2025-10-01',
    '2025-11-03',
    '2025-12-01'
  ]
  expect(nextAfter([...days, ...rest], '2025-12-01')).toBe('2025-12-31')
  expect(nextAfter(rest, '2025-12-01')).toBe('2026-01-02')
})
