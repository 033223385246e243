import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accuracyOf, errorPercent, type ScoredEstimate } from './errors.ts'

const baselines = { 'last-amount': 1, 'mean-of-three': 1, 'last-yield': 1, 'ewma-yield': 1 }
const scored = (estimate: number, actual: number): ScoredEstimate => ({
  estimate,
  low: estimate * 0.8,
  high: estimate * 1.2,
  actual,
  baselines
})

test('an error is signed, in percent of the payment, and capped at 300', () => {
  expect(errorPercent(1.1, 1)).toBeCloseTo(10, 10)
  expect(errorPercent(0.5, 2)).toBe(-75)
  expect(errorPercent(10, 1)).toBe(300)
})

test('an actual of zero is a full miss, unless zero was estimated', () => {
  expect(errorPercent(0.1, 0)).toBe(300)
  expect(errorPercent(0, 0)).toBe(0)
  expect(() => errorPercent(-1, 1)).toThrow(RangeError)
  expect(() => errorPercent(Number.NaN, 1)).toThrow(RangeError)
})

test('the figures of four estimates worked by hand', () => {
  // Errors +5, -20, +50 and 0 %; the third payment lies below its range of 1.2 to 1.8.
  const accuracy = accuracyOf([scored(1.05, 1), scored(0.8, 1), scored(1.5, 1), scored(1, 1)])
  expect(accuracy).toMatchObject({
    n: 4,
    medianErrorPercent: expect.closeTo(12.5, 9),
    meanErrorPercent: expect.closeTo(18.75, 9),
    biasPercent: expect.closeTo(8.75, 9),
    within10Percent: 50,
    coveragePercent: 50,
    medianWidthPercent: expect.closeTo(40, 9)
  })
  expect(accuracy?.baselines['last-amount']).toEqual({ medianErrorPercent: 0, meanErrorPercent: 0 })
})

test('no estimates have no figures', () => {
  expect(accuracyOf([])).toBeUndefined()
})

test('the unit of account moves no figure', () => {
  const amount = fc.double({ min: 0.001, max: 100, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1 }), (pairs) => {
      const inDollars = accuracyOf(pairs.map(([a, b]) => scored(a, b)))
      const inEighths = accuracyOf(pairs.map(([a, b]) => scored(a * 8, b * 8)))
      expect(inEighths?.medianErrorPercent).toBe(inDollars?.medianErrorPercent)
      expect(inEighths?.coveragePercent).toBe(inDollars?.coveragePercent)
      expect(inEighths?.within10Percent).toBe(inDollars?.within10Percent)
    }),
    { numRuns: 50, seed: 5 }
  )
})
