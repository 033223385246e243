import { expect, test } from 'vitest'
import { dayOf, normaliseDay } from './record-day.ts'

const today = '2026-06-01'

test.each([
  ['2026-05-29', '2026-05-29'],
  [' 2026-05-29 ', '2026-05-29'],
  ['2026-05-29T23:59:59Z', '2026-05-29'],
  ['05/29/2026', '2026-05-29'],
  ['5/9/2026', '2026-05-09'],
  ['May 29, 2026', '2026-05-29'],
  ['29 May 2026', '2026-05-29']
])('%s is the day %s', (text, day) => {
  expect(normaliseDay(text, today)).toBe(day)
})

test.each(['', 'soon', '2026-02-31', '02/31/2026', '13/01/2026', '2026-13-01T00:00:00Z'])(
  '%j is no day, so it is today',
  (text) => {
    expect(normaliseDay(text, today)).toBe(today)
  }
)

test('a day is the one of the clock on the wall', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(dayOf(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05')
})
