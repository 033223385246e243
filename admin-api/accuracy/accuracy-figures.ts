import { mean, median } from '../numbers/statistics.ts'
import { type BaselineName, type Baselines, baselineNames } from './counted-payments.ts'

/** Cap on a single error, so that one outlier does not decide the mean. */
const largestErrorPercent = 300
/** Maximum error of a close estimate, in percent of the payment. */
const closePercent = 10

/**
 * Signed error 100 x (estimate - actual) / actual, limited to -300..300. For an actual of zero 300, or 0 if the estimate
 * is zero too.
 * @throws RangeError unless both are 0 or more
 */
export function errorPercent(estimate: number, actual: number): number {
  if (!(estimate >= 0 && actual >= 0)) {
    throw new RangeError(`errorPercent needs amounts of 0 or more, got ${estimate} and ${actual}`)
  }
  if (actual === 0) return estimate === 0 ? 0 : largestErrorPercent
  return Math.min(largestErrorPercent, (100 * (estimate - actual)) / actual)
}

/** A record entry as the figures need it. */
type ScoredEntry = {
  estimate: number
  low: number
  high: number
  errorPercent: number
  isInRange: boolean
}

/** Accuracy of a set of estimates: all figures but `n` in percent, single errors capped at 300. Null for an empty set. */
export function figuresOf(entries: readonly ScoredEntry[]) {
  if (entries.length === 0) return null
  const errors = entries.map((entry) => entry.errorPercent)
  const sizes = errors.map(Math.abs)
  const widths = entries.filter(({ estimate }) => estimate > 0)
  return {
    n: entries.length,
    ...errorSize(errors),
    /** Mean of (estimate - actual) / actual; above 0 is too high. */
    biasPercent: mean(errors),
    within10Percent: shareOf(sizes, (size) => size <= closePercent),
    /** Share of payments inside the 80 % range, bounds included. */
    coveragePercent: shareOf(entries, ({ isInRange }) => isInRange),
    /** Median of (high - low) / estimate. */
    medianWidthPercent:
      widths.length === 0
        ? 0
        : median(widths.map(({ low, high, estimate }) => (100 * (high - low)) / estimate))
  }
}

export type AccuracyFigures = NonNullable<ReturnType<typeof figuresOf>>

type ErrorSize = { medianErrorPercent: number; meanErrorPercent: number }

function errorSize(errors: readonly number[]): ErrorSize {
  const sizes = errors.map(Math.abs)
  return { medianErrorPercent: median(sizes), meanErrorPercent: mean(sizes) }
}

function shareOf<T>(list: readonly T[], isCounted: (item: T) => boolean): number {
  return (100 * list.filter(isCounted).length) / list.length
}

/** A backtested estimate, the actual payment and the baselines for it, dollars a share. */
export type ScoredEstimate = {
  estimate: number
  low: number
  high: number
  actual: number
  baselines: Baselines
}

/** Figures of a set of backtested estimates and of the baselines for the same payments, in percent. */
export type BacktestFigures = AccuracyFigures & { baselines: Record<BaselineName, ErrorSize> }

/** Undefined for an empty set. */
export function backtestFigures(scored: readonly ScoredEstimate[]): BacktestFigures | undefined {
  const entries = scored.map(({ estimate, low, high, actual }) => ({
    estimate,
    low,
    high,
    errorPercent: errorPercent(estimate, actual),
    isInRange: actual >= low && actual <= high
  }))
  const sizeOf = (name: BaselineName): ErrorSize =>
    errorSize(scored.map(({ baselines, actual }) => errorPercent(baselines[name], actual)))
  const figures = figuresOf(entries)
  if (figures === null) return undefined
  return {
    ...figures,
    baselines: Object.fromEntries(baselineNames.map((name) => [name, sizeOf(name)])) as Record<
      BaselineName,
      ErrorSize
    >
  }
}
