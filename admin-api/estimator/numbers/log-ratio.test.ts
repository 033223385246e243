import { expect, test } from 'vitest'
import { logRatio } from './log-ratio.ts'

test('twice the estimate is ln 2, and a hit is 0', () => {
  expect(logRatio(2, 1)).toBeCloseTo(Math.LN2, 12)
  expect(logRatio(3, 3)).toBe(0)
})

test('a payment of zero counts as a twentieth of the estimate, an outlier as at most twenty times', () => {
  expect(logRatio(0, 1)).toBeCloseTo(-Math.log(20), 12)
  expect(logRatio(1000, 1)).toBeCloseTo(Math.log(20), 12)
})

test('it refuses an estimate of 0 and a negative payment', () => {
  expect(() => logRatio(1, 0)).toThrow('logRatio needs an estimate above 0, got 0')
  expect(() => logRatio(-1, 1)).toThrow('logRatio needs an actual of 0 or more, got -1')
})
