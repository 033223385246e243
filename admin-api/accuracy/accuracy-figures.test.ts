import { expect, test } from 'vitest'
import type { RecordEntry } from '../contract/record.ts'
import { binErrors, figuresOf } from './accuracy-figures.ts'

/** Of a payment of 1 dollar, so that an error reads off the estimate. */
function makeEntry(given: Partial<RecordEntry> = {}): RecordEntry {
  return {
    symbol: 'MSTY',
    exDate: '2026-05-28',
    estimate: 1,
    low: 0.8,
    high: 1.2,
    actual: 1,
    errorPercent: 0,
    isInRange: true,
    naiveErrorPercent: 0,
    correctedOn: null,
    ...given
  }
}

test('four estimates, worked by hand', () => {
  const entries = [
    makeEntry({ errorPercent: 5, naiveErrorPercent: -20, estimate: 1, low: 0.9, high: 1.1 }), // width 20 %
    makeEntry({ errorPercent: -10, naiveErrorPercent: 10, estimate: 2, low: 1, high: 2 }), // width 50 %
    makeEntry({ errorPercent: 30, naiveErrorPercent: 5, isInRange: false, low: 0.9, high: 1.3 }), // 40 %
    makeEntry({ errorPercent: 300, naiveErrorPercent: null, isInRange: false, low: 0.5, high: 1.5 }) // 100 %
  ]
  expect(figuresOf(entries)).toEqual({
    n: 4,
    medianErrorPercent: 20, // the mean of 10 and 30
    meanErrorPercent: 86.25, // (5 + 10 + 30 + 300) / 4
    biasPercent: 81.25, // (5 - 10 + 30 + 300) / 4
    within10Percent: 50, // 10 itself is within
    coveragePercent: 50,
    medianWidthPercent: 45, // of 20, 40, 50 and 100
    naive: {
      n: 3, // the fourth has no naive estimate, so neither counts it
      medianErrorPercent: 10, // of 5, 10 and 20
      meanErrorPercent: 35 / 3,
      ownMedianErrorPercent: 10, // of 5, 10 and 30
      ownMeanErrorPercent: 15,
      closerPercent: 100 / 3,
      equalPercent: 100 / 3 // -10 and 10 are as far off
    }
  })
})

test('without estimates there is no figure, without naive ones no comparison', () => {
  expect(figuresOf([])).toBeNull()
  expect(figuresOf([makeEntry({ naiveErrorPercent: null })])?.naive).toBeNull()
})

test('an estimate of zero has no width, and does not break that of others', () => {
  expect(figuresOf([makeEntry({ estimate: 0, low: 0, high: 0 })])?.medianWidthPercent).toBe(0)
  const both = [makeEntry({ estimate: 0, low: 0, high: 0 }), makeEntry()]
  expect(figuresOf(both)?.medianWidthPercent).toBeCloseTo(40)
})

test('each error falls into one bin, its lower edge belongs to it', () => {
  const bins = binErrors([-300, -50.1, -50, -0.1, 0, 4.9, 5, 49.9, 50, 300])
  const filled = bins.filter(({ count }) => count > 0)
  expect(filled).toEqual([
    { from: null, to: -50, count: 2 },
    { from: -50, to: -45, count: 1 },
    { from: -5, to: 0, count: 1 },
    { from: 0, to: 5, count: 2 },
    { from: 5, to: 10, count: 1 },
    { from: 45, to: 50, count: 1 },
    { from: 50, to: null, count: 2 }
  ])
  expect(bins).toHaveLength(22)
})
