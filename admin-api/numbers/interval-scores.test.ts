import { expect, test } from 'vitest'
import { quantileLevels, relativeIntervalScore, skill, weightedIntervalScore } from './interval-scores.ts'

const forecast = [0.12, 0.14, 0.17, 0.2, 0.24, 0.31, 0.38]

test('the weighted interval score of a low payment, calculated by hand', () => {
  // Widths 0.05 x 0.26 + 0.1 x 0.17 + 0.25 x 0.07 = 0.0475. Too high by 0.15 / 2 at the median, and by 0.07, 0.09 and
  // 0.12 at the lower ends: 0.355. Divided by the weights 1/2 + 3.
  expect(weightedIntervalScore(forecast, 0.05)).toBeCloseTo((0.0475 + 0.355) / 3.5, 12)
})

test('scores equal those of scikit-learn', () => {
  // Recorded once: scikit-learn 1.9.1, twice the mean of mean_pinball_loss([y], [q], alpha=level) over the levels.
  const recorded = [
    [0.05, 0.115],
    [0.13, 0.037857142857],
    [0.2, 0.013571428571],
    [0.22, 0.016428571429],
    [0.35, 0.077857142857],
    [0.5, 0.219285714286]
  ] as const
  for (const [actual, score] of recorded)
    expect(weightedIntervalScore(forecast, actual)).toBeCloseTo(score, 11)
})

test('without intervals the score is the absolute error', () => {
  expect(weightedIntervalScore([3], 5, [0.5])).toBe(2)
})

test('a score relative to the payment is at most 3', () => {
  const [absolute, relative] = [weightedIntervalScore(forecast, 0.13), relativeIntervalScore(forecast, 0.13)]
  expect(relative).toBeCloseTo(absolute / 0.13, 12)
  expect(relativeIntervalScore(forecast, 0.001)).toBe(3)
  expect(relativeIntervalScore(forecast, 0)).toBe(3)
  expect(relativeIntervalScore([0, 0, 0, 0, 0, 0, 0], 0)).toBe(0)
  expect(() => relativeIntervalScore(forecast, -1)).toThrow('needs an actual of 0 or more, got -1')
})

test('skill is the share by which the baseline score is reduced', () => {
  expect(skill(0.67, 1)).toBeCloseTo(0.33, 12)
  expect(skill(2, 1)).toBe(-1)
  expect(skill(0, 0)).toBe(0)
})

test('levels must match the quantiles', () => {
  expect(() => weightedIntervalScore([1, 2], 1)).toThrow('scores need 7 quantiles, got 2')
  expect(quantileLevels[1]).toBe(0.1)
})
