import { expect, test } from 'vitest'
import { dayNumber } from '../market-days/days.ts'
import {
  addErrorSize,
  familyErrors,
  firstTail,
  limitWidth,
  nextTail,
  type PastError,
  quantileFactors,
  rangeOf,
  usualErrorSize
} from './range.ts'

const errors = (values: number[]): PastError[] =>
  values.map((value) => ({ value, day: dayNumber('2026-05-21') }))
const rangeFactors = (...input: Parameters<typeof quantileFactors>) => rangeOf(quantileFactors(...input))
/** Errors so old that only the usual ones count, at a usual size of 10 %. */
const old = Array.from({ length: 5 }, () => ({ value: 0, day: dayNumber('2020-01-02') }))
const usual = (tail: number) => quantileFactors(old, [], 0.1, tail, '2026-05-26', 7)

test('without errors of its own a fund has those that are usual at its size', () => {
  // By hand: of twenty usual errors, 5 % lies between the outermost two (6 and 3.24), 10 and 25 % in the same way.
  const expected = [-0.462, -0.279, -0.111, 0, 0.111, 0.279, 0.462].map(Math.exp)
  usual(0.1).forEach((factor, i) => {
    expect(factor).toBeCloseTo(expected[i] ?? 0, 4)
  })
})

test('a smaller tail spreads all quantiles', () => {
  // The level of 10 % becomes 5 %, and that of 25 % 1 / (1 + exp(logit(0.75) x 1.34)) = 18.66 %.
  expect(usual(0.05)[1]).toBeCloseTo(Math.exp(-0.462), 4)
  expect(usual(0.05)[2]).toBeCloseTo(Math.exp(-0.16285), 3)
  expect(usual(0.05)[3]).toBe(1)
})

test('errors of the fund and of its family move the range away from the usual one', () => {
  const calm = errors(Array.from({ length: 40 }, () => 0))
  const { low, high } = rangeOf(usual(0.1))
  const ofCalm = rangeFactors(calm, [], 0.1, 0.1, '2026-05-26', 7)
  expect(ofCalm.high).toBeLessThan(high)
  expect(ofCalm.low).toBeGreaterThan(low)
  const even = errors(Array.from({ length: 50 }, (_, i) => (i - 24.5) / 50))
  expect(rangeFactors(even, [], 0.1, 0.1, '2026-05-26', 7).high).toBeGreaterThan(high)
  expect(
    rangeFactors([], familyErrors(even, '2026-05-26', 7), 0.1, 0.1, '2026-05-26', 7).high
  ).toBeGreaterThan(high)
})

test('the usual size of errors is a geometric mean that a young fund takes from its family', () => {
  const none = { sum: 0, count: 0 }
  expect(usualErrorSize(none, none)).toBeCloseTo(0.03, 12)
  // By hand: a family with one error of 12 % has (ln 0.12 + ln 0.03) / 2, so 6 %.
  const family = addErrorSize(none, -0.12, 'ofFamily')
  expect(usualErrorSize(none, family)).toBeCloseTo(0.06, 12)
  // One error of 0.1 % counts as a fifth: four fifths are the family's.
  const fund = addErrorSize(none, 0.001, 'ofFund')
  expect(usualErrorSize(fund, family)).toBeCloseTo(0.001 ** 0.2 * 0.06 ** 0.8, 12)
  expect(addErrorSize(none, 0, 'ofFund').sum).toBe(Math.log(0.0005))
  expect(addErrorSize({ sum: 2, count: 1 }, 1, 'ofFund').count).toBeCloseTo(0.5 ** 0.1 + 1, 12)
})

test('without any errors the range is half to one and a half', () => {
  expect(rangeFactors([], [], 0.1, 0.1, '2026-05-26', 7)).toEqual({ low: 0.5, high: 1.5 })
})

test('one-sided errors spread the range around the estimate all the same', () => {
  const { low, high } = rangeFactors(
    errors(Array.from({ length: 60 }, () => 0.2)),
    [],
    0.01,
    0.1,
    '2026-05-26',
    7
  )
  expect(low).toBeLessThan(1)
  expect(high).toBeGreaterThan(1)
})

test('a miss widens the next range by as much as four hits narrow it', () => {
  // By hand: 0.005 x (0.2 - 1) = -0.004 and 0.005 x 0.2 = 0.001.
  expect(nextTail(firstTail, true)).toBeCloseTo(0.096, 12)
  expect(nextTail(firstTail, false)).toBeCloseTo(0.101, 12)
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

test('a fund that repeats its rate exactly has a range of a thousandth, whatever happened once', () => {
  const exact = errors(Array.from({ length: 40 }, (_, i) => (i === 20 ? 0.2 : 0)))
  const { low, high } = rangeFactors(exact, [], 0.0005, 0.1, '2026-05-26', 7)
  expect(low).toBeGreaterThan(0.999)
  expect(low).toBeLessThanOrEqual(Math.exp(-0.0005))
  expect(high).toBeLessThan(1.001)
})
