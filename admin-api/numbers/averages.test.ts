import { expect, test } from 'vitest'
import { clip, ewma, mean, median, mode } from './averages.ts'

test('the mean is sum over count', () => {
  expect(mean([1, 2, 6])).toBe(3)
  expect(() => mean([])).toThrow('mean needs at least one value, got none')
})

test('the median of an even count is the mean of the middle two', () => {
  expect(median([9, 1, 5])).toBe(5)
  // By hand: sorted 1 4 6 9, (4 + 6) / 2.
  expect(median([9, 1, 6, 4])).toBe(5)
  expect(() => median([])).toThrow(RangeError)
})

test('the EWMA starts at the oldest value and moves by alpha towards each newer one', () => {
  // By hand with alpha 0.65: 1, then 0.65 * 2 + 0.35 * 1 = 1.65, then 0.65 * 4 + 0.35 * 1.65 = 3.1775.
  expect(ewma([1, 2, 4], 0.65)).toBeCloseTo(3.1775, 12)
  expect(ewma([7], 0.1)).toBe(7)
})

test('the EWMA refuses an alpha outside 0 to 1 and an empty list', () => {
  expect(() => ewma([1], 3)).toThrow('ewma needs 0 < alpha <= 1, got 3')
  expect(() => ewma([1], 0)).toThrow(RangeError)
  expect(() => ewma([], 0.5)).toThrow('ewma needs at least one value, got none')
})

test('the mode is the most frequent value, of equals the one seen last', () => {
  expect(mode([4, 5, 4])).toBe(4)
  expect(mode([4, 5])).toBe(5)
  expect(mode([])).toBeUndefined()
})

test('clip holds a value between its bounds', () => {
  expect([clip(-1, 0, 2), clip(1, 0, 2), clip(9, 0, 2)]).toEqual([0, 1, 2])
})
