import { expect, test } from 'vitest'
import { exDateRanges } from './ex-date-range.ts'
import { addSessions } from './market-calendar.ts'

const scheduleOf = (days: readonly string[]) => ({
  frequency: 12 as const,
  payments: days.map((exDate) => ({ exDate, payDate: addSessions(exDate, 1), amount: 1 })),
  dates: undefined
})
const firstSessions = ['2025-02-03', '2025-03-03', '2025-04-01', '2025-05-01', '2025-06-02', '2025-07-01']

test('a fund that never missed its expected day has no range, nor does a weekly payer', () => {
  expect(exDateRanges(scheduleOf(firstSessions))('2025-08-01')).toBeNull()
  expect(exDateRanges({ ...scheduleOf(firstSessions), frequency: 52 })('2025-08-01')).toBeNull()
})

test('a recent payment two sessions early gives a range of two sessions, one long ago does not', () => {
  // August 1, 2025 is a Friday; the payment came on Wednesday.
  const early = scheduleOf([...firstSessions, '2025-07-30'])
  expect(exDateRanges(early)('2025-09-02')).toEqual({ first: '2025-08-28', last: '2025-09-02' })
  const later = [
    '2025-09-02',
    '2025-10-01',
    '2025-11-03',
    '2025-12-01',
    '2026-02-02',
    '2026-03-02',
    '2026-04-01'
  ]
  expect(exDateRanges(scheduleOf([...firstSessions, '2025-07-30', ...later]))('2026-05-01')).toBeNull()
})

test('without a known turn of the year, the range begins on December 23', () => {
  const rest = ['2025-08-01', '2025-09-02', '2025-10-01', '2025-11-03', '2025-12-01']
  expect(exDateRanges(scheduleOf([...firstSessions, ...rest]))('2026-01-02')).toEqual({
    first: '2025-12-23',
    last: '2026-01-02'
  })
})
