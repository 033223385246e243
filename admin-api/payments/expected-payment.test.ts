import { expect, test } from 'vitest'
import { findNearestTo, isWithinShift, windowAround } from './expected-payment.ts'

test.each([
  ['the day itself', '2025-01-08', '2025-01-08', true],
  ['a Thursday with a closed exchange, so funds went ex the day before', '2025-01-09', '2025-01-08', true],
  ['a Friday in place of Thanksgiving (YieldMax)', '2025-11-27', '2025-11-28', true],
  ['a Thursday moved to the Monday after', '2026-06-04', '2026-06-08', true],
  ['the smallest gap between two usual payments (YMAX)', '2025-01-03', '2025-01-08', false],
  ['the week after', '2026-06-04', '2026-06-11', false]
])('%s: expected for %s, paid on %s', (_case, expected, paid, isMatch) => {
  expect(isWithinShift(expected, paid)).toBe(isMatch)
  const { from, to } = windowAround(expected)
  expect(from <= paid && paid <= to).toBe(isMatch)
})

test('the payment nearest to the expected day matches', () => {
  const days = ['2026-06-01', '2026-06-05', '2026-06-11']
  expect(findNearestTo('2026-06-04', days, (day) => day)).toBe('2026-06-05')
  expect(findNearestTo('2026-06-18', days, (day) => day)).toBeUndefined()
})
