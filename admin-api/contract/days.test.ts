import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calendarDay, isDay } from './days.ts'

test('a calendar day is one that survives a round trip through Date, in every month of every kind of year', () => {
  const two = (number: number) => String(number).padStart(2, '0')
  for (const year of ['0000', '0001', '1900', '1999', '2000', '2024', '2026', '2100', '9999'])
    for (let month = 0; month <= 13; month += 1)
      for (let date = 0; date <= 32; date += 1) {
        const day = `${year}-${two(month)}-${two(date)}`
        const time = Date.parse(day)
        const exists = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day
        expect(isDay(day), day).toBe(exists)
      }
})

test.each([
  '2026-02-30',
  '2025-02-29',
  ' 2026-05-28',
  '2026-05-28 ',
  '2026-05-28\n',
  '2026-5-28',
  '26-05-28',
  '12026-05-28',
  '-2026-05-28',
  '+002026-05-28',
  '2026-05-28T00:00:00Z',
  '2026/05/28',
  '٢٠٢٦-05-28',
  '',
  null,
  undefined,
  20_260_528
])('%j is not a calendar day', (value) => {
  expect(isDay(value)).toBe(false)
})

test('an input day lies between 1990 and 2099, and its message names what is wrong', () => {
  const messageOf = (value: unknown) => z.safeParse(calendarDay('since'), value).error?.issues[0]?.message
  expect(['1990-01-01', '2024-02-29', '2099-12-31'].map(messageOf)).toEqual([undefined, undefined, undefined])
  for (const value of ['1989-12-31', '2100-01-01', '2026-5-1', '2026-05-01\n', 5, undefined])
    expect(messageOf(value)).toBe('since must be a day as YYYY-MM-DD')
  for (const value of ['2026-02-30', '2026-13-01', '2025-02-29'])
    expect(messageOf(value)).toBe('since is a day that does not exist')
})
