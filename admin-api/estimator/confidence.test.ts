import { expect, test } from 'vitest'
import { confidenceOf, marketPulse, relativeError } from './confidence.ts'

test("confidence shrinks the fund's share towards the family's share", () => {
  // By hand: one hit of two, family half: (1 + 10 x 0.5) / (2 + 10) = 0.5; family all: (1 + 10) / 12.
  expect(confidenceOf([0.05, 0.5], [0.05, 0.5])).toEqual({ value: 0.5, close: 1, count: 2, familyShare: 0.5 })
  expect(confidenceOf([0.05, 0.5], [0, 0]).value).toBeCloseTo(11 / 12, 12)
  expect(confidenceOf([], [])).toEqual({ value: 0.5, close: 0, count: 0, familyShare: 0.5 })
})

test('confidence uses 60 estimates of the fund and 400 of its family', () => {
  // By hand: 30 of the latest 60 and none of the latest 400 are close: 30 / (60 + 10).
  const own = [...Array(40).fill(0), ...Array(30).fill(0.5), ...Array(30).fill(0)]
  const family = [...Array(100).fill(0), ...Array(400).fill(0.5)]
  expect(confidenceOf(own, family)).toEqual({ value: 30 / 70, close: 30, count: 60, familyShare: 0 })
})

test('an error of exactly ten percent counts as close', () => {
  expect(confidenceOf([0.1], [0.1]).value).toBe(1)
})

test('only an estimate of zero is exact for an actual of zero', () => {
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

test('the index rejects a price of 0 and a negative volatility', () => {
  expect(() => marketPulse(1, 52, 0, 1)).toThrow('marketPulse needs a price above 0, got 0')
  expect(() => marketPulse(1, 52, 1, -1)).toThrow('marketPulse needs volatility >= 0, got -1')
})
