/**
 * Proper scores of forecasts that are given as quantiles: in expectation nobody scores better than a forecaster who
 * states what they believe. All are in the unit of the forecast, and less is better.
 *
 * Sources: Gneiting and Raftery, Journal of the American Statistical Association 102 (2007), for the interval and
 * quantile scores; Bracher, Ray, Gneiting and Reich, PLOS Computational Biology 17 (2021), e1008618, for the
 * weighted interval score and its three parts.
 */
/** Probabilities of the quantiles of every forecast, ascending. The range shown to visitors is the second to the sixth. */
export const quantileLevels = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95] as const

/** A score and what it consists of: the spread of the forecast, and penalties for an outcome below or above it. */
export type IntervalScore = {
  /** width + overprediction + underprediction */
  score: number
  width: number
  /** Penalty for forecasts above the outcome. */
  overprediction: number
  underprediction: number
}

/**
 * Weighted interval score of a median m and K central intervals l..u, each of which misses with probability a:
 *
 *   (|y - m| / 2 + sum of a / 2 x IS) / (K + 1/2),   IS = (u - l) + 2/a (l - y)+ + 2/a (y - u)+
 *
 * It equals the mean of twice the quantile scores, and |y - m| without intervals (Bracher et al. 2021, equations 1-3).
 *
 * @param quantiles ascending, of `levels`
 * @param levels symmetric around a middle one of 0.5, ascending
 * @throws RangeError if the lists differ in length, or the levels are not symmetric
 */
export function weightedIntervalScore(
  quantiles: readonly number[],
  actual: number,
  levels: readonly number[] = quantileLevels
): IntervalScore {
  requireQuantiles(quantiles, levels)
  const intervals = (levels.length - 1) / 2
  const middle = quantiles[intervals] ?? Number.NaN
  const sum = {
    width: 0,
    overprediction: Math.max(0, middle - actual) / 2,
    underprediction: Math.max(0, actual - middle) / 2
  }
  for (let k = 0; k < intervals; k += 1) {
    const [low = Number.NaN, high = Number.NaN] = [quantiles[k], quantiles[levels.length - 1 - k]]
    // The factor a / 2 of the interval's weight cancels the 2 / a of its penalties.
    sum.width += (levels[k] ?? Number.NaN) * (high - low)
    sum.overprediction += Math.max(0, low - actual)
    sum.underprediction += Math.max(0, actual - high)
  }
  const weights = intervals + 1 / 2
  const [width, overprediction, underprediction] = [
    sum.width / weights,
    sum.overprediction / weights,
    sum.underprediction / weights
  ]
  return { score: width + overprediction + underprediction, width, overprediction, underprediction }
}

/** Cap on a relative score, so that one outlier does not decide a mean. */
const largestRelativeScore = 3

/**
 * Weighted interval score divided by the payment, so that funds of $2 and of $50 count alike, with all parts scaled
 * down to a total of at most 3. A payment of zero scores 3, or 0 if the forecast was zero too.
 * @throws RangeError unless actual >= 0
 */
export function relativeIntervalScore(quantiles: readonly number[], actual: number): IntervalScore {
  if (!(actual >= 0))
    throw new RangeError(`relativeIntervalScore needs an actual of 0 or more, got ${actual}`)
  const { score, width, overprediction, underprediction } = weightedIntervalScore(quantiles, actual)
  if (score === 0) return { score, width, overprediction, underprediction }
  const scale = Math.min(actual === 0 ? Number.POSITIVE_INFINITY : 1 / actual, largestRelativeScore / score)
  return {
    score: score * scale,
    width: width * scale,
    overprediction: overprediction * scale,
    underprediction: underprediction * scale
  }
}

/** Skill against a baseline on the same outcomes: 1 is perfect, 0 as good as the baseline, below 0 worse. */
export function skill(score: number, baselineScore: number): number {
  return baselineScore === 0 ? 0 : 1 - score / baselineScore
}

function requireQuantiles(quantiles: readonly number[], levels: readonly number[]): void {
  if (quantiles.length !== levels.length) {
    throw new RangeError(`scores need ${levels.length} quantiles, got ${quantiles.length}`)
  }
  const isSymmetric = levels.every((level, i) => Math.abs(level + (levels.at(-1 - i) ?? 0) - 1) < 1e-9)
  if (levels.length % 2 === 0 || !isSymmetric) {
    throw new RangeError(`scores need levels symmetric around 0.5, got ${levels.join(', ')}`)
  }
}
