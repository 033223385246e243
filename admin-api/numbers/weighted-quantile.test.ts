import { expect, test } from 'vitest'
import { weightedQuantile, weightedQuantiles } from './weighted-quantile.ts'

const plain = (values: number[]) => values.map((value) => ({ value, weight: 1 }))

test('with equal weights the kth of n values sits at (k - 0.5) / n', () => {
  // By hand: of five values the first sits at 0.1, the second at 0.3, the last at 0.9; 0.4 is halfway from 2 to 3.
  expect(weightedQuantiles(plain([10, 1, 3, 2, 4]), [0.1, 0.3, 0.5, 0.9])).toEqual([1, 2, 3, 10])
  expect(weightedQuantile(plain([1, 2, 3, 4, 10]), 0.4)).toBeCloseTo(2.5, 12)
})

test('a heavy value draws the quantile to itself', () => {
  // By hand: weights 1 and 3, middles at 0.5 and 2.5 of 4; the half is 2, so 3/4 of the way from 0 to 8.
  const sample = [
    { value: 0, weight: 1 },
    { value: 8, weight: 3 }
  ]
  expect(weightedQuantile(sample, 0.5)).toBeCloseTo(6, 12)
})

test('beyond the outermost middles the outermost value counts', () => {
  expect(weightedQuantiles(plain([1, 2]), [0, 1])).toEqual([1, 2])
  expect(weightedQuantile(plain([5]), 0.3)).toBe(5)
})

test('it refuses an empty sample, a share outside 0 to 1 and a weight of 0', () => {
  expect(() => weightedQuantile([], 0.5)).toThrow('needs at least one value')
  expect(() => weightedQuantile(plain([1]), 1.1)).toThrow('needs 0 <= share <= 1, got 1.1')
  expect(() => weightedQuantile([{ value: 1, weight: 0 }], 0.5)).toThrow('needs weights above 0, got 0')
})
