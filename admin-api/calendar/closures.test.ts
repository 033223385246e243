import { expect, test } from 'vitest'
import { exchangeHolidays } from '../market-days/market-calendar.ts'
import { closuresBetween } from './load-calendar-page.ts'

const namesBetween = (from: string, until: string) =>
  closuresBetween(from, until).map(({ day, name, closes }) => `${day} ${name}, ${closes}`)

// Names and days: the calendars published on nyse.com, and the Federal Reserve's holiday schedule.
test('every closure of 2026 has its name', () => {
  expect(namesBetween('2026-01-01', '2026-12-31')).toEqual([
    "2026-01-01 New Year's Day, exchange",
    '2026-01-19 Martin Luther King Jr. Day, exchange',
    "2026-02-16 Washington's Birthday, exchange",
    '2026-04-03 Good Friday, exchange',
    '2026-05-25 Memorial Day, exchange',
    '2026-06-19 Juneteenth, exchange',
    '2026-07-03 Independence Day (observed), exchange',
    '2026-09-07 Labor Day, exchange',
    '2026-10-12 Columbus Day, bank',
    '2026-11-11 Veterans Day, bank',
    '2026-11-26 Thanksgiving Day, exchange',
    '2026-12-25 Christmas Day, exchange'
  ])
})

test('observed holidays are marked, also around year-end', () => {
  expect(namesBetween('2022-12-20', '2023-01-20')).toEqual([
    '2022-12-26 Christmas Day (observed), exchange',
    "2023-01-02 New Year's Day (observed), exchange",
    '2023-01-16 Martin Luther King Jr. Day, exchange'
  ])
  expect(namesBetween('2021-12-20', '2022-01-05')).toEqual(['2021-12-24 Christmas Day (observed), exchange'])
})

test('a day of mourning is named', () => {
  expect(namesBetween('2025-01-06', '2025-01-10')).toEqual([
    '2025-01-09 Day of mourning for Jimmy Carter, exchange'
  ])
})

test('every holiday of four decades has a name', () => {
  for (let year = 2010; year < 2050; year += 1) {
    const named = closuresBetween(`${year}-01-01`, `${year}-12-31`).map(({ day }) => day)
    for (const { day } of exchangeHolidays(year)) if (day.startsWith(`${year}`)) expect(named).toContain(day)
  }
})
