import { expect, test } from 'vitest'
import {
  addSessions,
  bankHolidays,
  exchangeHolidays,
  isSession,
  isSettlementDay,
  ownByDay,
  roll,
  sessionsBetween,
  staleAge
} from './market-calendar.ts'

const daysOf = (holidays: readonly { day: string }[]) => holidays.map(({ day }) => day)

// Expected holidays: the calendars published on nyse.com for each year.
test('the exchange has ten holidays in 2025 and in 2026', () => {
  expect(daysOf(exchangeHolidays(2025))).toEqual([
    '2025-01-01',
    '2025-01-20',
    '2025-02-17',
    '2025-04-18',
    '2025-05-26',
    '2025-06-19',
    '2025-07-04',
    '2025-09-01',
    '2025-11-27',
    '2025-12-25'
  ])
  expect(daysOf(exchangeHolidays(2026))).toEqual([
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-04-03',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-11-26',
    '2026-12-25'
  ])
})

test('a Sunday holiday moves to Monday, a Saturday one to Friday', () => {
  expect(daysOf(exchangeHolidays(2023))).toContain('2023-01-02')
  expect(daysOf(exchangeHolidays(2021))).toContain('2021-07-05')
  expect(daysOf(exchangeHolidays(2021))).toContain('2021-12-24')
})

test('a Saturday New Year is not observed', () => {
  expect(daysOf(exchangeHolidays(2022)).at(0)).toBe('2022-01-17')
  expect(isSession('2021-12-31')).toBe(true)
})

test('Juneteenth is a holiday from 2022', () => {
  expect(isSession('2021-06-18')).toBe(true)
  expect(isSession('2022-06-20')).toBe(false)
})

test('Good Friday follows Easter', () => {
  // Source: NYSE calendars 2019, 2024 and 2027.
  for (const day of ['2019-04-19', '2024-03-29', '2027-03-26']) expect(isSession(day)).toBe(false)
})

test('the exchange closes on days of mourning', () => {
  expect(isSession('2025-01-09')).toBe(false)
  expect(isSession('2018-12-05')).toBe(false)
})

test('banks are closed on Columbus Day and Veterans Day while the exchange trades', () => {
  expect(daysOf(bankHolidays(2025))).toEqual(['2025-10-13', '2025-11-11'])
  // November 11, 2023 was a Saturday, 2029 will have a Sunday.
  expect(daysOf(bankHolidays(2023))).toEqual(['2023-10-09'])
  expect(daysOf(bankHolidays(2029))).toEqual(['2029-10-08', '2029-11-12'])
  expect(isSession('2025-10-13')).toBe(true)
  expect(isSettlementDay('2025-10-13')).toBe(false)
})

test('sessions are counted over weekends, holidays, leap days and year ends', () => {
  expect(addSessions('2025-12-31', 1)).toBe('2026-01-02')
  expect(addSessions('2026-05-28', -2)).toBe('2026-05-26')
  expect(addSessions('2026-05-26', -2)).toBe('2026-05-21')
  expect(addSessions('2024-02-28', 1)).toBe('2024-02-29')
  expect(addSessions('2026-05-30', 0)).toBe('2026-05-30')
  expect(sessionsBetween('2025-12-31', '2026-01-05')).toBe(2)
  expect(sessionsBetween('2026-01-05', '2025-12-31')).toBe(0)
})

test('rolling finds the nearest session on one side', () => {
  expect(roll('2025-12-25', 1)).toBe('2025-12-26')
  expect(roll('2025-12-25', -1)).toBe('2025-12-24')
  expect(roll('2025-12-26', 1)).toBe('2025-12-26')
})

test.each([
  ['2026-06-04', '2026-06-03', 'the day before'],
  ['2026-06-08', '2026-06-05', 'over a weekend'],
  ['2026-06-22', '2026-06-18', 'over Juneteenth, a Friday'],
  ['2026-11-27', '2026-11-25', 'over Thanksgiving']
])('for ex-date %s the last day to buy is %s: %s', (exDate, day) => {
  expect(ownByDay(exDate)).toBe(day)
})

test('data is stale from the sixth session on; the session of the day itself does not count', () => {
  // Friday, May 29, 2026; the week of June 1 has five sessions.
  expect(staleAge('2026-05-29', '2026-05-30')).toBeNull()
  expect(staleAge('2026-05-29', '2026-06-08')).toBeNull()
  expect(staleAge('2026-05-29', '2026-06-09')).toBe(6)
})

test('weekends and holidays add nothing to the age of data', () => {
  expect(staleAge('2026-05-29', '2026-06-06')).toBeNull()
  // Wednesday, June 24, 2026: July 3 is the observed holiday, so the sixth session is July 2, also on Monday.
  expect(staleAge('2026-06-24', '2026-07-02')).toBeNull()
  expect(staleAge('2026-06-24', '2026-07-03')).toBe(6)
  expect(staleAge('2026-06-24', '2026-07-06')).toBe(6)
  expect(staleAge('2026-06-24', '2026-07-07')).toBe(7)
})

test('data dated after today, because of a wrong clock, is not stale', () => {
  expect(staleAge('2026-05-29', '2026-05-01')).toBeNull()
})
