import { expect, test } from 'vitest'
import { bootstrapInterval } from './statistics.ts'

const scores = [1.2, 0.7, 3.1, 0.4, 1.9, 1.1, 2.2, 0.6, 1.4, 0.9, 2.8, 1.0]
const baseline = [1.5, 1.1, 2.9, 0.9, 2.4, 1.6, 2.1, 1.0, 2.2, 1.3, 3.9, 1.1]
const weeks = scores.map((score, i) => [score, baseline[i] ?? 0])
const skillOf = ([score = 0, best = 1]: readonly number[]): number => 1 - score / best

test('the interval of a ratio of sums equals that of SciPy', () => {
  // scipy.stats.bootstrap 1.17.1, paired, percentile, 90 %, 200,000 resamples: 0.125 to 0.3011.
  const { low = 0, high = 0 } = bootstrapInterval(weeks, skillOf, 20_000) ?? {}
  expect(low).toBeCloseTo(0.125, 2)
  expect(high).toBeCloseTo(0.3011, 2)
})

test('the same input gives the same interval, and one block gives none', () => {
  expect(bootstrapInterval(weeks, skillOf)).toEqual(bootstrapInterval(weeks, skillOf))
  expect(bootstrapInterval(weeks.slice(0, 1), skillOf)).toBeUndefined()
})

test('blocks that are all alike leave no uncertainty', () => {
  const same = Array.from({ length: 5 }, () => [1, 2])
  expect(bootstrapInterval(same, skillOf)).toEqual({ low: 0.5, high: 0.5 })
})
