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

test('a large payment inside the month of a monthly fund is special, before and after the next one is known', () => {
  // GOLY at the end of 2025: 18 days after its December payment, 16 before that of January.
  const autumn = {
    '2025-09-12': 0.18086,
    '2025-10-14': 0.13904,
    '2025-11-13': 0.14179,
    '2025-12-11': 0.14204
  }
  const withGain = { ...autumn, '2025-12-29': 0.58076 }
  expect(kindsOn(withGain)).toBe('regular regular regular regular special')
  expect(kindsOn({ ...withGain, '2026-01-14': 0.15329, '2026-02-12': 0.16067 })).toBe(
    'regular regular regular regular special regular regular'
  )
  // The December payment of TLTW came early, and TQQY began to pay weekly.
  expect(
    kindsOn({ '2023-10-03': 0.26, '2023-11-02': 0.25, '2023-12-04': 0.58, '2023-12-22': 0.746 })
  ).toMatch(/regular$/)
  expect(kindsOn({ '2025-03-28': 0.78, '2025-04-25': 0.77, '2025-05-23': 0.78, '2025-06-06': 0.18 })).toMatch(
    /regular$/
  )
})

test('a fund that pays several times a week has only regular payments, also its first ones', () => {
  // QLDY at the end of 2025.
  const days = ['12-01', '12-03', '12-05', '12-10', '12-12', '12-17', '12-19', '12-24', '12-29', '12-31']
  const kinds = kindsOn(Object.fromEntries(days.map((day) => [`2025-${day}`, 0.18])))
  expect(kinds.split(' ')).toEqual(new Array(10).fill('regular'))
  const first = { '2025-10-01': 0.196, '2025-10-03': 0.197, '2025-10-08': 0.197, '2025-10-10': 0.197 }
  expect(kindsOn({ ...first, '2025-10-15': 0.193, '2025-10-17': 0.193 })).not.toContain('special')
})
