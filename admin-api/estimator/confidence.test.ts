import { expect, test } from 'vitest'
import { confidence, marketPulse, relativeError } from './confidence.ts'

test('confidence shrinks the own share towards the family share', () => {
  // By hand: one hit of two, family half: (1 + 10 x 0.5) / (2 + 10) = 0.5; family all: (1 + 10) / 12.
  expect(confidence([0.05, 0.5], [0.05, 0.5])).toBe(0.5)
  expect(confidence([0.05, 0.5], [0, 0])).toBeCloseTo(11 / 12, 12)
  expect(confidence([], [])).toBe(0.5)
})

test('ten percent off still counts as close', () => {
  expect(confidence([0.1], [0.1])).toBe(1)
})

test('an actual of zero is met by zero alone', () => {
  expect(relativeError(0, 0)).toBe(0)
  expect(relativeError(1, 0)).toBe(Number.POSITIVE_INFINITY)
  expect(relativeError(1.2, 1)).toBeCloseTo(0.2, 12)
})

test('the Market Pulse Index is annual yield over volatility, from 0.3 to 5', () => {
  // By hand: 0.25 x 52 / 20 = 65 % a year over 50 %.
  expect(marketPulse(0.25, 52, 20, 0.5)).toBeCloseTo(1.3, 12)
  expect(marketPulse(0, 52, 20, 0.5)).toBe(0.3)
  expect(marketPulse(5, 52, 20, 0.1)).toBe(5)
  expect(marketPulse(0.25, 52, 20, 0)).toBe(5)
})

test('the index refuses a price of 0 and a negative volatility', () => {
  expect(() => marketPulse(1, 52, 0, 1)).toThrow('marketPulse needs a price above 0, got 0')
  expect(() => marketPulse(1, 52, 1, -1)).toThrow('marketPulse needs volatility >= 0, got -1')
})
