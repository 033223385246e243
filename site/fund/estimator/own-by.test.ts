import { expect, test } from 'vitest'
import { readOwnBy } from './own-by.ts'

const weekly = { own_by: '2026-07-08', next_ex_date: '2026-07-09', payment_frequency: 52 }

test('an own-by date counts until the close of its day', () => {
  expect(readOwnBy(weekly, '2026-07-08')).toEqual({ day: '2026-07-08', isPast: false, following: null })
  expect(readOwnBy(weekly, '2026-07-09')).toEqual({
    day: '2026-07-08',
    isPast: true,
    following: '2026-07-15'
  })
})

test('the following own-by date is one payment later, or null if that has passed, too', () => {
  expect(readOwnBy({ ...weekly, payment_frequency: 13 }, '2026-07-09').following).toBe('2026-08-05')
  expect(readOwnBy(weekly, '2026-07-15').following).toBe('2026-07-15')
  expect(readOwnBy(weekly, '2026-07-16').following).toBeNull()
})

test('an ex-date on a holiday moves back, and its own-by date with it', () => {
  // Thanksgiving is Thursday, November 26.
  const before = { own_by: '2026-11-18', next_ex_date: '2026-11-19', payment_frequency: 52 }
  expect(readOwnBy(before, '2026-11-19').following).toBe('2026-11-24')
})

test('the next month of a monthly payer is not guessed', () => {
  expect(readOwnBy({ ...weekly, payment_frequency: 12 }, '2026-07-09').following).toBeNull()
})

test('a result stored before own_by existed uses the session before its ex-date', () => {
  expect(readOwnBy({ ...weekly, own_by: null, next_ex_date: '2026-07-06' }, '2026-07-02')).toMatchObject({
    day: '2026-07-02',
    isPast: false
  })
})
