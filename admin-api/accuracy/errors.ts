import { mean, median } from '../numbers/averages.ts'
import type { BaselineName, Baselines } from './counted-payments.ts'

/** One past estimate beside what was paid, dollars a share. */
export type ScoredEstimate = {
  estimate: number
  low: number
  high: number
  actual: number
  baselines: Baselines
}

type ErrorSize = { medianErrorPercent: number; meanErrorPercent: number }

/** How good a set of estimates was; every figure in percent. */
export type Accuracy = ErrorSize & {
  n: number
  /** Mean of (estimate - actual) / actual; above 0 is too high. */
  biasPercent: number
  /** Share of estimates within 10 % of the payment. */
  within10Percent: number
  /** Share of payments inside the range, bounds included. */
  coveragePercent: number
  /** Median of (high - low) / estimate. */
  medianWidthPercent: number
  baselines: Record<BaselineName, ErrorSize>
}

/** A single error counts at most this much, so that one outlier does not decide the mean. */
const largestErrorPercent = 300

/**
 * 100 x (estimate - actual) / actual, held between -300 and 300. For an actual of zero 300, or 0 where the
 * estimate is zero too.
 * @throws RangeError unless both are 0 or more
 */
export function errorPercent(estimate: number, actual: number): number {
  if (!(estimate >= 0 && actual >= 0)) {
    throw new RangeError(`errorPercent needs amounts of 0 or more, got ${estimate} and ${actual}`)
  }
  if (actual === 0) return estimate === 0 ? 0 : largestErrorPercent
  return Math.min(largestErrorPercent, (100 * (estimate - actual)) / actual)
}

/** The figures of a set of estimates; undefined for an empty one. */
export function accuracyOf(scored: readonly ScoredEstimate[]): Accuracy | undefined {
  if (scored.length === 0) return undefined
  const errors = scored.map(({ estimate, actual }) => errorPercent(estimate, actual))
  const inside = scored.filter(({ low, high, actual }) => actual >= low && actual <= high)
  const sizeOf = (name: BaselineName): ErrorSize =>
    errorSize(scored.map(({ baselines, actual }) => errorPercent(baselines[name], actual)))
  return {
    n: scored.length,
    ...errorSize(errors),
    biasPercent: mean(errors),
    within10Percent: (100 * errors.filter((error) => Math.abs(error) <= 10).length) / scored.length,
    coveragePercent: (100 * inside.length) / scored.length,
    medianWidthPercent: median(scored.map(({ low, high, estimate }) => (100 * (high - low)) / estimate)),
    baselines: {
      'last-amount': sizeOf('last-amount'),
      'mean-of-three': sizeOf('mean-of-three'),
      'last-yield': sizeOf('last-yield'),
      'ewma-yield': sizeOf('ewma-yield')
    }
  }
}

function errorSize(errors: readonly number[]): ErrorSize {
  const sizes = errors.map(Math.abs)
  return { medianErrorPercent: median(sizes), meanErrorPercent: mean(sizes) }
}
