import { expect, test } from 'vitest'
import { isUnlikely, wideRangeOf } from './unlikely-payment.ts'

/** At 5, 10, 25, 50, 75, 90 and 95 %. */
const quantiles = [0.16, 0.17, 0.19, 0.2, 0.21, 0.23, 0.25]

test('the 98 % range extends the outer quantiles as logarithms', () => {
  const { low, high } = wideRangeOf(quantiles)
  // 0.2 * (0.16 / 0.2) ** (2.326 / 1.645) and 0.2 * (0.25 / 0.2) ** 1.41398
  expect(low).toBeCloseTo(0.14588, 4)
  expect(high).toBeCloseTo(0.27419, 4)
})

test('a payment is unlikely outside of the range and at a ratio of 1.75 or more', () => {
  expect([0.36, 0.4, 2, 0.11, 0.02, 0].map((amount) => isUnlikely(quantiles, amount))).toEqual(
    Array(6).fill(true)
  )
  // The range ends at 0.274, but a ratio of 1.5 is usual for funds like these.
  expect([0.2, 0.27, 0.3, 0.34, 0.15, 0.12].map((amount) => isUnlikely(quantiles, amount))).toEqual(
    Array(6).fill(false)
  )
  // A wide range contains three times the estimate.
  expect(isUnlikely([0.05, 0.07, 0.1, 0.2, 0.4, 0.6, 0.8], 0.6)).toBe(false)
})

test('without an estimate above zero nothing is unlikely', () => {
  expect(isUnlikely([0, 0, 0, 0, 0, 0, 0], 1)).toBe(false)
})
