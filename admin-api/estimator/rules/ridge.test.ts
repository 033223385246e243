import { expect, test } from 'vitest'
import { coefficients, dot, newRegression, observe } from './ridge.ts'

test('with a vanishing penalty an exact line is found', () => {
  const regression = newRegression(2)
  for (const x of [0, 1, 2, 5]) observe(regression, [1, x], 3 + 2 * x)
  const [intercept, slope] = coefficients(regression, 1e-9)
  expect(intercept).toBeCloseTo(3, 6)
  expect(slope).toBeCloseTo(2, 6)
})

test('the penalty shrinks a slope towards zero', () => {
  const regression = newRegression(1)
  observe(regression, [1], 4)
  observe(regression, [1], 6)
  // By hand: (4 + 6) / (2 + 3) = 2.
  expect(coefficients(regression, 3)).toEqual([2])
})

test('decay reduces the weight of earlier observations', () => {
  const regression = newRegression(1)
  observe(regression, [1], 0)
  observe(regression, [1], 3, 0.5)
  // By hand: (0.5 * 0 + 3) / (0.5 + 1 + penalty 0.5) = 1.5.
  expect(coefficients(regression, 0.5)).toEqual([1.5])
  expect(regression.count).toBe(2)
})

test('without observations all coefficients are zero', () => {
  expect(coefficients(newRegression(2), 1)).toEqual([0, 0])
})

test('a row of another size, a penalty of 0 and a decay of 0 are rejected', () => {
  expect(() => observe(newRegression(2), [1], 1)).toThrow('observe needs 2 predictors, got 1')
  expect(() => observe(newRegression(1), [1], 1, 0)).toThrow('observe needs 0 < decay <= 1, got 0')
  expect(() => coefficients(newRegression(1), 0)).toThrow('coefficients needs a penalty above 0, got 0')
})

test('dot is the sum of products', () => {
  expect(dot([1, 2], [3, 4])).toBe(11)
})
