import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorPercent } from '../numbers/forecast-errors.ts'
import { backtestFigures, figuresOf } from './accuracy-figures.ts'

test('figures of four estimates of a payment of 1 dollar, calculated by hand', () => {
  const entries = [
    { estimate: 1.05, low: 0.9, high: 1.11, actual: 1 }, // width 20 %
    { estimate: 0.9, low: 0.6, high: 1.05, actual: 1 }, // width 50 %
    { estimate: 1.3, low: 1.1, high: 1.62, actual: 1 }, // 40 %
    { estimate: 5, low: 2, high: 7, actual: 1 } // 100 %, an error of 400 %
  ]
  expect(figuresOf(entries)).toEqual({
    n: 4,
    medianErrorPercent: expect.closeTo(20, 9), // the mean of 10 and 30
    meanErrorPercent: expect.closeTo(86.25, 9), // (5 + 10 + 30 + 300) / 4
    biasPercent: expect.closeTo(81.25, 9), // (5 - 10 + 30 + 300) / 4
    within10Percent: 50, // 10 itself is within
    coveragePercent: 50,
    medianWidthPercent: expect.closeTo(45, 9) // of 20, 40, 50 and 100
  })
})

test('without entries there are no figures', () => {
  expect(figuresOf([])).toBeNull()
})

test('an estimate of zero has no width and is left out of the median width', () => {
  const nothing = { estimate: 0, low: 0, high: 0, actual: 1 }
  expect(figuresOf([nothing])?.medianWidthPercent).toBe(0)
  const both = [nothing, { estimate: 1, low: 0.8, high: 1.2, actual: 1 }]
  expect(figuresOf(both)?.medianWidthPercent).toBeCloseTo(40)
})

const baselines = {
  'last-amount': 1,
  'mean-of-three': 1,
  'last-yield': 1,
  'ewma-yield': 1,
  'median-of-four': 1
}
const scored = (estimate: number, actual: number) => ({
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

test('an actual of zero is an error of 300 %, unless the estimate is zero too', () => {
  expect(errorPercent(0.1, 0)).toBe(300)
  expect(errorPercent(0, 0)).toBe(0)
  expect(() => errorPercent(-1, 1)).toThrow(RangeError)
  expect(() => errorPercent(Number.NaN, 1)).toThrow(RangeError)
})

test('backtest figures of four estimates, calculated by hand', () => {
  // Errors +5, -20, +50 and 0 %; the third payment is below its range of 1.2 to 1.8.
  const figures = backtestFigures([scored(1.05, 1), scored(0.8, 1), scored(1.5, 1), scored(1, 1)])
  expect(figures).toMatchObject({
    n: 4,
    medianErrorPercent: expect.closeTo(12.5, 9),
    meanErrorPercent: expect.closeTo(18.75, 9),
    biasPercent: expect.closeTo(8.75, 9),
    within10Percent: 50,
    coveragePercent: 50,
    medianWidthPercent: expect.closeTo(40, 9)
  })
  expect(figures?.baselines['last-amount']).toEqual({ medianErrorPercent: 0, meanErrorPercent: 0 })
})

test('an empty backtest has no figures', () => {
  expect(backtestFigures([])).toBeNull()
})

test('a change of currency unit changes no figure', () => {
  const amount = fc.double({ min: 0.001, max: 100, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1 }), (pairs) => {
      const inDollars = backtestFigures(pairs.map(([a, b]) => scored(a, b)))
      const inEighths = backtestFigures(pairs.map(([a, b]) => scored(a * 8, b * 8)))
      expect(inEighths?.medianErrorPercent).toBe(inDollars?.medianErrorPercent)
      expect(inEighths?.coveragePercent).toBe(inDollars?.coveragePercent)
      expect(inEighths?.within10Percent).toBe(inDollars?.within10Percent)
    }),
    { numRuns: 50, seed: 5 }
  )
})
