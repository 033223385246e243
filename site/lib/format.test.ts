import { expect, test } from 'vitest'
import {
  formatChange,
  formatCount,
  formatDay,
  formatDayRange,
  formatDividend,
  formatInstant,
  formatMoney,
  formatMonthDayYear,
  formatNewYorkTime,
  formatPercent,
  formatShare,
  formatShortDay,
  formatWeek,
  formatWeekday,
  formatYield,
  parseDayMonthYear
} from './format.ts'

test.each([
  [0, '$0.00'],
  [24.05, '$24.05'],
  [1234567.891, '$1,234,567.89'],
  [-3.5, '−$3.50'],
  [-0.001, '$0.00']
])('%d dollars are formatted as %s', (dollars, text) => {
  expect(formatMoney(dollars)).toBe(text)
})

test.each([
  [1234.5, 'EUR', '€1,234.50'],
  [-3.5, 'GBP', '−£3.50'],
  [-0.001, 'EUR', '€0.00'],
  [1234.5, 'JPY', '¥1,235'],
  [12, 'CAD', 'CA$12.00'],
  [12, 'USD', '$12.00']
])('%d in %s is formatted as %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text)
})

test('distributions have four decimals', () => {
  expect(formatDividend(0.31824)).toBe('$0.3182')
  expect(formatDividend(1234.5)).toBe('$1,234.5000')
})

test('percentages are given in percent, shares as fractions', () => {
  expect(formatPercent(68.9)).toBe('68.90%')
  expect(formatPercent(1402.3)).toBe('1,402.30%')
  expect([68.9, 99.94, 266.72, 1402.3].map(formatYield)).toEqual(['68.9%', '99.9%', '267%', '1,402%'])
  expect(formatShare(0.6249)).toBe('62%')
})

test('counts have thousands separators and no decimals', () => {
  expect(formatCount(999)).toBe('999')
  expect(formatCount(9999999)).toBe('9,999,999')
})

test('days are calendar days in every time zone', () => {
  const zone = process.env['TZ']
  for (const timeZone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC']) {
    process.env['TZ'] = timeZone
    expect(formatDay('2026-05-28')).toBe('May 28, 2026')
    expect(formatWeekday('2026-05-28')).toBe('Thu, May 28')
    expect(formatShortDay('2026-01-02')).toBe('Jan 2')
    expect(formatWeek('2026-07-09')).toBe('Jul 6–10, 2026')
  }
  process.env['TZ'] = zone
})

test('every day of a week names it by its Monday to Friday', () => {
  expect(['2026-06-29', '2026-07-02', '2026-07-05'].map(formatWeek)).toEqual(
    Array(3).fill('Jun 29–Jul 3, 2026')
  )
  expect(formatWeek('2026-01-01')).toBe('Dec 29–Jan 2, 2026')
})

test('text that is not a day is returned unchanged', () => {
  expect(formatDay('soon')).toBe('soon')
  expect(formatDay('2026-02-30')).toBe('2026-02-30')
})

test('dates in the public history are day first', () => {
  expect(parseDayMonthYear('05/06/2026')).toBe('2026-06-05')
  expect(parseDayMonthYear('31/02/2026')).toBeNull()
  expect(parseDayMonthYear('2026-06-05')).toBeNull()
})

test('dates in admin tables are month first', () => {
  expect(formatMonthDayYear('2026-05-28')).toBe('05/28/2026')
  expect(formatMonthDayYear('no day')).toBe('no day')
})

test('an instant is formatted in a time zone, with its name', () => {
  expect(formatInstant('2026-06-01T16:05:09.123Z', 'UTC')).toBe('06/01/2026, 16:05:09 UTC')
  expect(formatInstant('2026-06-01T22:05:09.123Z', 'Asia/Tokyo')).toBe('06/02/2026, 07:05:09 GMT+9')
  expect(formatInstant('never')).toBe('never')
  expect(formatNewYorkTime('2026-07-09T01:05:09.123Z')).toBe('July 8, 2026, 9:05 PM EDT')
})

test('a change has a sign unless it rounds to zero', () => {
  expect([4, -41.5, 0, 0.04, -0.04].map((percent) => formatChange(percent, 1))).toEqual([
    '+4.0%',
    '−41.5%',
    '0.0%',
    '0.0%',
    '0.0%'
  ])
})

test('a range of days names the month once, or both', () => {
  expect(formatDayRange({ first: '2026-07-20', last: '2026-07-22' })).toBe('Jul 20 to 22')
  expect(formatDayRange({ first: '2026-07-30', last: '2026-08-03' })).toBe('Jul 30 to Aug 3')
})
