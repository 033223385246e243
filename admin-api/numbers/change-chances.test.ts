import { expect, test } from 'vitest'
import { brierScore, changeChances, changeOf, rankedProbabilityScore } from './change-chances.ts'
import { quantileLevels } from './interval-scores.ts'

const quantiles = [0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3]

test('chances of a cut and of a raise, calculated by hand', () => {
  // After 1: below 0.9 are 25 %, above 1.1 are 25 %.
  expect(changeChances(quantiles, 1)?.cut).toBeCloseTo(0.25, 6)
  expect(changeChances(quantiles, 1)?.raise).toBeCloseTo(0.25, 6)
  // After 1.05: below 0.945 are 25 % and 0.45 of the next 25 %; above 1.155 are 10 % and 0.45 of 15 %.
  expect(changeChances(quantiles, 1.05)?.cut).toBeCloseTo(0.25 + 0.45 * 0.25, 6)
  expect(changeChances(quantiles, 1.05)?.raise).toBeCloseTo(0.1 + 0.45 * 0.15, 6)
  // The lower tail reaches from 0.7 to 0.6, as far as 0.8 is from 0.7: below 0.63 are 0.3 of 5 %, above 0.77 the rest
  // after 5 % and 0.7 of the next 5 %.
  expect(changeChances(quantiles, 0.7)?.cut).toBeCloseTo(0.3 * 0.05, 6)
  expect(changeChances(quantiles, 0.7)?.raise).toBeCloseTo(0.95 - 0.7 * 0.05, 6)
})

test('chances equal a numeric integration of the quantile function', () => {
  // The quantile function as straight lines through the levels, with tails as steep as the lines next to them.
  const skewed = [0.02, 0.05, 0.11, 0.14, 0.2, 0.33, 0.4]
  const levels = [0, ...quantileLevels, 1]
  const amounts = [0, ...skewed, 0.47]
  const quantile = (p: number) => {
    const i = Math.min(
      levels.length - 2,
      levels.findLastIndex((level) => level <= p)
    )
    const [from = 0, to = 1, a = 0, b = 0] = [levels[i], levels[i + 1], amounts[i], amounts[i + 1]]
    return a + ((p - from) / (to - from)) * (b - a)
  }
  const steps = 100_000
  for (const last of [0.03, 0.12, 0.15, 0.3, 0.6]) {
    const outcomes = Array.from({ length: steps }, (_, i) => changeOf(quantile((i + 0.5) / steps), last))
    const shareOf = (change: string) => outcomes.filter((outcome) => outcome === change).length / steps
    const chances = changeChances(skewed, last)
    expect(chances?.cut).toBeCloseTo(shareOf('cut'), 4)
    expect(chances?.same).toBeCloseTo(shareOf('same'), 4)
    expect(chances?.raise).toBeCloseTo(shareOf('raise'), 4)
  }
})

test('a fixed amount is one outcome, also at exactly 10 % of change; after zero there is none', () => {
  const fixed = (amount: number) => new Array(7).fill(amount)
  expect(changeChances(fixed(0.09), 0.1)).toEqual({ cut: 0, same: 1, raise: 0 })
  expect(changeChances(fixed(0.11), 0.1)).toEqual({ cut: 0, same: 1, raise: 0 })
  expect(changeChances(fixed(0.08), 0.1)).toEqual({ cut: 1, same: 0, raise: 0 })
  expect(changeChances(fixed(0), 0.1)).toEqual({ cut: 1, same: 0, raise: 0 })
  expect([0.0899, 0.09, 0.11, 0.1101].map((amount) => changeOf(amount, 0.1))).toEqual([
    'cut',
    'same',
    'same',
    'raise'
  ])
  expect(changeChances(fixed(0.1), 0)).toBeNull()
  expect(changeOf(0.1, 0)).toBeNull()
  expect(() => changeChances([1, 2], 1)).toThrow('needs 7 quantiles, got 2')
})

test('Brier and ranked probability score, calculated by hand', () => {
  const chances = { cut: 0.2, same: 0.5, raise: 0.3 }
  expect(brierScore(chances, 'cut')).toBeCloseTo(0.64 + 0.25 + 0.09, 12)
  // Cumulative chances 0.2 and 0.7 against 1 and 1; against 0 and 1; against 0 and 0.
  expect(rankedProbabilityScore(chances, 'cut')).toBeCloseTo((0.64 + 0.09) / 2, 12)
  expect(rankedProbabilityScore(chances, 'same')).toBeCloseTo((0.04 + 0.09) / 2, 12)
  expect(rankedProbabilityScore(chances, 'raise')).toBeCloseTo((0.04 + 0.49) / 2, 12)
})
