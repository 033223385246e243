import { expect, test } from 'vitest'
import { dayNumber } from '../market-days/days.ts'
import {
  familyErrors,
  firstTail,
  limitWidth,
  nextTail,
  type PastError,
  quantileFactors,
  rangeOf
} from './range.ts'

const errors = (values: number[]): PastError[] =>
  values.map((value) => ({ value, day: dayNumber('2026-05-21') }))
const rangeFactors = (...input: Parameters<typeof quantileFactors>) => rangeOf(quantileFactors(...input))
const even = errors(Array.from({ length: 50 }, (_, i) => (i - 24.5) / 50))

test('evenly spread errors of one age give their tenth and ninetieth percentile', () => {
  const { low, high } = rangeFactors(even, [], 0.1, '2026-05-26', 7)
  // By hand: of 50 values from -0.49 to 0.49 in steps of 0.02, 10 % lies at value 5.5, -0.4.
  expect(low).toBeCloseTo(Math.exp(-0.4), 10)
  expect(high).toBeCloseTo(Math.exp(0.4), 10)
})

test('seven quantiles ascend around the estimate, and a smaller tail spreads all of them', () => {
  const factors = quantileFactors(even, [], 0.1, '2026-05-26', 7)
  // By hand: 5, 25 and 75 % of those values lie at -0.45, -0.25 and 0.25.
  const expected = [-0.45, -0.4, -0.25, 0, 0.25, 0.4, 0.45].map(Math.exp)
  factors.forEach((factor, i) => {
    expect(factor).toBeCloseTo(expected[i] ?? 0, 10)
  })
  const wider = quantileFactors(even, [], 0.05, '2026-05-26', 7)
  // The level of 10 % becomes 5 %, and that of 25 % 1 / (1 + exp(logit(0.75) x 1.34)) = 18.7 %.
  expect(wider[1]).toBeCloseTo(Math.exp(-0.45), 10)
  expect(wider[2]).toBeCloseTo(Math.exp(-0.3135), 3)
  expect(wider[3]).toBe(1)
})

test("a fund without a track record uses its family's errors", () => {
  expect(rangeFactors([], familyErrors(even, '2026-05-26', 7), 0.1, '2026-05-26', 7).high).toBeCloseTo(
    Math.exp(0.4),
    10
  )
})

test('without any errors the range is half to one and a half', () => {
  expect(rangeFactors([], [], 0.1, '2026-05-26', 7)).toEqual({ low: 0.5, high: 1.5 })
})

test('one-sided errors spread the range around the estimate all the same', () => {
  const { low, high } = rangeFactors(errors([0.1, 0.1, 0.2, 0.2, 0.3]), [], 0.1, '2026-05-26', 7)
  // By hand: quantiles around their median of 0.2, so 0.3 is the top and 0.1 the bottom.
  expect(low).toBeCloseTo(Math.exp(-0.1), 10)
  expect(high).toBeCloseTo(Math.exp(0.1), 10)
})

test('old errors lose their weight', () => {
  const old = Array.from({ length: 50 }, () => ({ value: 1, day: dayNumber('2024-01-04') }))
  expect(rangeFactors([...old, ...errors([-0.1, 0, 0, 0, 0.1])], [], 0.1, '2026-05-26', 7).high).toBeLessThan(
    1.2
  )
})

test('a miss widens the next range by as much as four hits narrow it', () => {
  // By hand: 0.01 x (0.2 - 1) = -0.008 and 0.01 x 0.2 = 0.002.
  expect(nextTail(firstTail, true)).toBeCloseTo(0.092, 12)
  expect(nextTail(firstTail, false)).toBeCloseTo(0.102, 12)
  expect([nextTail(0.01, true), nextTail(0.3, false)]).toEqual([0.01, 0.3])
})

test('a fund with 30 payments has a range of at most twice the estimate', () => {
  const factors = [0.3, 0.5, 0.8, 1, 1.5, 4, 8]
  // By hand: 4 becomes 0.5 + 2, the others get the same power of ln 2.5 / ln 4 = 0.661.
  const limited = limitWidth(factors, 30)
  expect(limited.slice(0, 4)).toEqual(factors.slice(0, 4))
  expect(limited[5]).toBeCloseTo(2.5, 12)
  expect(limited[6]).toBeCloseTo(8 ** 0.66096, 3)
  expect(limitWidth(factors, 29)).toBe(factors)
})

test('a fund that repeats its rate exactly has the narrowest range', () => {
  const exact = errors(Array.from({ length: 40 }, (_, i) => (i === 20 ? 0.2 : 0)))
  const { low, high } = rangeFactors(exact, [], 0.1, '2026-05-26', 7)
  expect(low).toBeCloseTo(Math.exp(-0.0005), 12)
  expect(high).toBeCloseTo(Math.exp(0.0005), 12)
})
