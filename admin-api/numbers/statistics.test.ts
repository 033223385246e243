import { expect, test } from 'vitest'
import { clip, ewma, mean, median, mode, weightedQuantile, weightedQuantiles } from './statistics.ts'

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

test('the EWMA rejects an alpha outside 0 to 1 and an empty list', () => {
  expect(() => ewma([1], 3)).toThrow('ewma needs 0 < alpha <= 1, got 3')
  expect(() => ewma([1], 0)).toThrow(RangeError)
  expect(() => ewma([], 0.5)).toThrow('ewma needs at least one value, got none')
})

test('the mode is the most frequent value; on a tie the last one wins', () => {
  expect(mode([4, 5, 4])).toBe(4)
  expect(mode([4, 5])).toBe(5)
  expect(mode([])).toBeUndefined()
})

test('clip limits a value to its bounds', () => {
  expect([clip(-1, 0, 2), clip(1, 0, 2), clip(9, 0, 2)]).toEqual([0, 1, 2])
})

const unweighted = (values: number[]) => values.map((value) => ({ value, weight: 1 }))

test('with equal weights the kth of n values is the quantile of (k - 0.5) / n', () => {
  // By hand: of five values the first is at 0.1, the second at 0.3, the last at 0.9; 0.4 is halfway from 2 to 3.
  expect(weightedQuantiles(unweighted([10, 1, 3, 2, 4]), [0.1, 0.3, 0.5, 0.9])).toEqual([1, 2, 3, 10])
  expect(weightedQuantile(unweighted([1, 2, 3, 4, 10]), 0.4)).toBeCloseTo(2.5, 12)
})

test('a heavy value pulls the quantile towards itself', () => {
  // By hand: weights 1 and 3, middles at 0.5 and 2.5 of 4; the half is 2, so 3/4 of the way from 0 to 8.
  const sample = [
    { value: 0, weight: 1 },
    { value: 8, weight: 3 }
  ]
  expect(weightedQuantile(sample, 0.5)).toBeCloseTo(6, 12)
})

test('shares beyond the outermost places give the outermost value', () => {
  expect(weightedQuantiles(unweighted([1, 2]), [0, 1])).toEqual([1, 2])
  expect(weightedQuantile(unweighted([5]), 0.3)).toBe(5)
})

test('quantiles reject an empty sample, a share outside 0 to 1 and a weight of 0', () => {
  expect(() => weightedQuantile([], 0.5)).toThrow('needs at least one value')
  expect(() => weightedQuantile(unweighted([1]), 1.1)).toThrow('needs 0 <= share <= 1, got 1.1')
  expect(() => weightedQuantile([{ value: 1, weight: 0 }], 0.5)).toThrow('needs weights above 0, got 0')
})
