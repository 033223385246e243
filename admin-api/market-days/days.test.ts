import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayNumber,
  daysBetween,
  formatLongDay,
  isoWeek,
  thursdayOf,
  weekdayOf
} from './days.ts'

test('days are counted across leap days and year ends', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2025-02-28', 1)).toBe('2025-03-01')
  expect(daysBetween('2023-12-31', '2025-01-01')).toBe(367)
  expect(daysBetween('2025-01-02', '2025-01-01')).toBe(-1)
})

test('adding months keeps the day, or takes the last one of a shorter month', () => {
  expect(addMonths('2026-07-08', -3)).toBe('2026-04-08')
  expect(addMonths('2026-05-31', -3)).toBe('2026-02-28')
  expect(addMonths('2024-02-29', -12)).toBe('2023-02-28')
  expect(addMonths('2025-11-30', 3)).toBe('2026-02-28')
})

test('weekdays run from 1 Monday to 7 Sunday', () => {
  expect(weekdayOf('2026-05-25')).toBe(1)
  expect(weekdayOf('2026-05-28')).toBe(4)
  expect(weekdayOf('2026-05-31')).toBe(7)
  expect(weekdayOf('1969-12-31')).toBe(3)
})

test('a week of ex-dates is named after its Thursday, even a holiday', () => {
  const days = ['2026-06-29', '2026-07-01', '2026-07-02', '2026-07-03']
  expect(days.map(thursdayOf)).toEqual(days.map(() => '2026-07-02'))
  // Thanksgiving: the Thursday payers went ex on another day of the same week.
  expect(thursdayOf('2025-11-26')).toBe('2025-11-27')
})

test('text that is not a calendar day is rejected', () => {
  expect(() => dayNumber('2025-02-30')).toThrow('a day needs YYYY-MM-DD, got 2025-02-30')
  expect(() => dayNumber('28/05/2026')).toThrow(RangeError)
  expect(() => dayNumber('')).toThrow(RangeError)
})

test('long days are formatted with the full name of the month', () => {
  expect(formatLongDay('2026-05-28')).toBe('May 28, 2026')
  expect(formatLongDay('2026-02-01', false)).toBe('February 1')
})

// Source: ISO 8601; the week belongs to the year of its Thursday.
test.each([
  ['2026-06-04', '2026-W23'],
  ['2025-12-29', '2026-W01'],
  ['2026-01-04', '2026-W01'],
  ['2027-01-01', '2026-W53'],
  ['2024-12-30', '2025-W01'],
  ['2021-01-03', '2020-W53']
])('%s is in %s', (day, week) => {
  expect(isoWeek(day)).toBe(week)
})
