import { expect, test } from 'vitest'
import { addDays, isoWeek } from './days.ts'

test('days are added across a leap day, a year end and both clock changes', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
  expect(addDays('2026-03-08', 1)).toBe('2026-03-09')
  expect(addDays('2026-11-01', -1)).toBe('2026-10-31')
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
