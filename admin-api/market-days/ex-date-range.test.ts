import { expect, test } from 'vitest'
import { exDateRanges } from './ex-date-range.ts'
import { addSessions } from './market-calendar.ts'

const scheduleOf = (days: readonly string[]) => ({
  frequency: 12 as const,
  payments: days.map((exDate) => ({ exDate, payDate: addSessions(exDate, 1), amount: 1 })),
  dates: undefined
})
const rangesOf = (schedule: ReturnType<typeof scheduleOf>) =>
  exDateRanges(schedule, schedule.payments.at(-1)?.exDate ?? '')
const firstSessions = ['2025-02-03', '2025-03-03', '2025-04-01', '2025-05-01', '2025-06-02', '2025-07-01']

test('a fund that never missed its expected day has no range, nor does a weekly payer', () => {
  expect(rangesOf(scheduleOf(firstSessions))('2025-08-01')).toBeNull()
  expect(exDateRanges({ ...scheduleOf(firstSessions), frequency: 52 }, '2025-07-01')('2025-08-01')).toBeNull()
})

test('a recent payment two sessions early gives a range of two sessions, one long ago does not', () => {
  // August 1, 2025 is a Friday; the payment came on Wednesday.
  const early = scheduleOf([...firstSessions, '2025-07-30'])
  expect(rangesOf(early)('2025-09-02')).toEqual({ first: '2025-08-28', last: '2025-09-02' })
  const later = [
    '2025-09-02',
    '2025-10-01',
    '2025-11-03',
    '2025-12-01',
    '2026-02-02',
    '2026-03-02',
    '2026-04-01'
  ]
  expect(rangesOf(scheduleOf([...firstSessions, '2025-07-30', ...later]))('2026-05-01')).toBeNull()
})

test('without a known turn of the year, the range begins on December 23', () => {
  const rest = ['2025-08-01', '2025-09-02', '2025-10-01', '2025-11-03', '2025-12-01']
  expect(rangesOf(scheduleOf([...firstSessions, ...rest]))('2026-01-02')).toEqual({
    first: '2025-12-23',
    last: '2026-01-02'
  })
})

test('the range begins at the next session after the day of the data, and own-by follows', () => {
  // GPIX in December 2025: the range was December 23 to January 2 until the payment of January 2 was known.
  const rest = ['2025-08-01', '2025-09-02', '2025-10-01', '2025-11-03', '2025-12-01']
  const schedule = scheduleOf([...firstSessions, ...rest])
  const firstOn = (asOf: string) => exDateRanges(schedule, asOf)('2026-01-02')
  expect(firstOn('2025-12-19')).toEqual({ first: '2025-12-23', last: '2026-01-02' })
  expect(firstOn('2025-12-24')).toEqual({ first: '2025-12-26', last: '2026-01-02' })
  expect(firstOn('2025-12-30')).toEqual({ first: '2025-12-31', last: '2026-01-02' })
  // A single day is no range.
  expect(firstOn('2025-12-31')).toBeNull()
})
