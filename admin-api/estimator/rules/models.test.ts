import { expect, test } from 'vitest'
import { kernelMedian, type Observation } from './models.ts'

const observed = (...rows: [row: number[], outcome: number, day?: number][]): Observation[] =>
  rows.map(([row, outcome, day = 0]) => ({ day, row, outcome }))

test('identical rows give the median of their outcomes', () => {
  expect(kernelMedian(observed([[1], 3], [[1], 5], [[1], 100]), [1], 0, 45)).toBe(5)
})

test('near rows outweigh far ones', () => {
  // By hand: at a distance of 2 a row counts exp(-2) = 0.135, so three of them count less than half a near one.
  expect(
    kernelMedian(observed([[0, 0], 1], [[2, 0], 9], [[0, 2], 9], [[0, -2], 9]), [0, 0], 0, 45)
  ).toBeLessThan(5)
  expect(kernelMedian(observed([[0], 1], [[40], 9]), [40], 0, 45)).toBe(9)
})

test('a row one half-life old weighs half', () => {
  // By hand: weights 1/2, 1/2 and 3/4 of the outcomes 1, 2 and 3; half of 1.75 lies a fifth of the way from 0.75 to 1.375.
  const rows = observed([[0], 1, 0], [[0], 2, 0], [[0], 3, 45 - 45 * Math.log2(4 / 3)])
  expect(kernelMedian(rows, [0], 45, 45)).toBeCloseTo(2.2, 12)
})

test('without a near row there is no median', () => {
  expect(kernelMedian([], [1], 0, 45)).toBeUndefined()
  expect(kernelMedian(observed([[0], 1]), [9], 0, 45)).toBeUndefined()
  expect(kernelMedian(observed([[0], 1]), [0], 45 * 20, 45)).toBeUndefined()
})

test('rows of different lengths are rejected', () => {
  expect(() => kernelMedian(observed([[0, 1], 1]), [0], 0, 45)).toThrow(RangeError)
})
