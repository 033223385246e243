import { expect, test } from 'vitest'
import { kindsOf } from './usual-payments.ts'

const kindsOn = (payments: Record<string, number>) =>
  kindsOf(Object.entries(payments).map(([exDate, amount]) => ({ exDate, amount }))).join(' ')

test('a fraction of a cent next to a regular payment is residual, on either side of it', () => {
  // TSLY at the end of 2025.
  expect(kindsOn({ '2025-12-26': 0.6291, '2025-12-30': 0.0005, '2026-01-02': 0.3658 })).toBe(
    'regular residual regular'
  )
  // The same for a monthly payer: a small residual shows only once the payment after it is known.
  const monthly = { '2025-11-03': 0.36, '2025-12-01': 0.37, '2025-12-29': 0.02 }
  expect(kindsOn({ ...monthly, '2025-12-31': 0.35 })).toBe('regular regular residual regular')
  expect(kindsOn({ '2025-12-01': 0.37, '2025-12-15': 0.0021, '2026-01-02': 0.37 })).toBe(
    'regular residual regular'
  )
})

test('of two payments within four days, the one off the schedule is special', () => {
  const thursdays = { '2025-12-04': 0.3, '2025-12-11': 0.3, '2025-12-18': 0.3, '2025-12-26': 0.3 }
  expect(kindsOn({ ...thursdays, '2025-12-30': 0.9, '2026-01-02': 0.3 })).toBe(
    'regular regular regular regular special regular'
  )
  expect(kindsOn({ ...thursdays, '2025-12-29': 0.9 })).toBe('regular regular regular regular special')
})

test('a declared zero, a dip on the usual day and a first payment are regular', () => {
  expect(kindsOn({ '2026-03-18': 0.0824, '2026-03-25': 0.0036, '2026-04-01': 0 })).toBe(
    'regular regular regular'
  )
  expect(kindsOn({ '2026-03-18': 0.01 })).toBe('regular')
})

test('a fund that pays several times a week has only regular payments', () => {
  // QLDY at the end of 2025.
  const days = ['12-01', '12-03', '12-05', '12-10', '12-12', '12-17', '12-19', '12-24', '12-29', '12-31']
  const kinds = kindsOn(Object.fromEntries(days.map((day) => [`2025-${day}`, 0.18])))
  expect(kinds.split(' ').slice(5)).toEqual(new Array(5).fill('regular'))
})
