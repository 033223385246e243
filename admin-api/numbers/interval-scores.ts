/**
 * Proper scores of forecasts that are given as quantiles: in expectation nobody scores better than a forecaster who
 * states what they believe. All are in the unit of the forecast, and less is better.
 *
 * Sources: Gneiting and Raftery, Journal of the American Statistical Association 102 (2007), for the interval and
 * quantile scores; Bracher, Ray, Gneiting and Reich, PLOS Computational Biology 17 (2021), e1008618, for the
 * weighted interval score.
 */
import { mean } from './statistics.ts'

/** Probabilities of the quantiles of every forecast, ascending. The range shown to visitors is the second to the sixth. */
export const quantileLevels = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95] as const

/**
 * Weighted interval score of a median m and K central intervals l..u, each of which misses with probability a:
 *
 *   (|y - m| / 2 + sum of a / 2 x IS) / (K + 1/2),   IS = (u - l) + 2/a (l - y)+ + 2/a (y - u)+
 *
 * It is calculated as the mean of twice the quantile scores, which it equals (Bracher et al. 2021, equations 1-3); without
 * intervals it is |y - m|.
 *
 * @param quantiles ascending, of `levels`
 * @param levels symmetric around a middle one of 0.5, ascending
 * @throws RangeError if the lists differ in length
 */
export function weightedIntervalScore(
  quantiles: readonly number[],
  actual: number,
  levels: readonly number[] = quantileLevels
): number {
  if (quantiles.length !== levels.length)
    throw new RangeError(`scores need ${levels.length} quantiles, got ${quantiles.length}`)
  const scores = quantiles.map((quantile, i) => {
    const level = levels[i] ?? Number.NaN
    return 2 * Math.max(level * (actual - quantile), (level - 1) * (actual - quantile))
  })
  return mean(scores)
}

/** Cap on a relative score, so that one outlier does not decide a mean. */
const largestRelativeScore = 3

/**
 * Weighted interval score divided by the payment, so that funds of $2 and of $50 count alike, and at most 3. A payment of
 * zero scores 3, or 0 if the forecast was zero too.
 * @throws RangeError unless actual >= 0
 */
export function relativeIntervalScore(quantiles: readonly number[], actual: number): number {
  if (!(actual >= 0))
    throw new RangeError(`relativeIntervalScore needs an actual of 0 or more, got ${actual}`)
  const score = weightedIntervalScore(quantiles, actual)
  return score === 0 ? 0 : Math.min(largestRelativeScore, score / actual)
}

/** Skill against a baseline on the same outcomes: 1 is perfect, 0 as good as the baseline, below 0 worse. */
export function skill(score: number, baselineScore: number): number {
  return baselineScore === 0 ? 0 : 1 - score / baselineScore
}
