import type { AccuracyFigures, ErrorBin, NaiveComparison, RecordEntry } from '../contract/record.ts'
import { mean, median } from '../numbers/statistics.ts'
import { type BaselineName, type Baselines, baselineNames } from './counted-payments.ts'

/** Cap on a single error, so that one outlier does not decide the mean. */
const largestErrorPercent = 300
/** Maximum error of a hit, in percent of the payment. */
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

/** Figures of a set of estimates; null for an empty one. */
export function figuresOf(entries: readonly RecordEntry[]): AccuracyFigures | null {
  return entries.length === 0 ? null : { ...summarize(entries), naive: compareToNaive(entries) }
}

type Scored = Pick<RecordEntry, 'estimate' | 'low' | 'high' | 'errorPercent' | 'isInRange'>

function summarize(entries: readonly Scored[]): Omit<AccuracyFigures, 'naive'> {
  const errors = entries.map((entry) => entry.errorPercent)
  const sizes = errors.map(Math.abs)
  const widths = entries.filter(({ estimate }) => estimate > 0)
  return {
    n: entries.length,
    ...errorSize(errors),
    biasPercent: mean(errors),
    within10Percent: shareOf(sizes, (size) => size <= closePercent),
    coveragePercent: shareOf(entries, ({ isInRange }) => isInRange),
    medianWidthPercent:
      widths.length === 0
        ? 0
        : median(widths.map(({ low, high, estimate }) => (100 * (high - low)) / estimate))
  }
}

/** Compares only payments that have a naive estimate, so that both are measured on the same ones. */
function compareToNaive(entries: readonly RecordEntry[]): NaiveComparison | null {
  const pairs = entries.flatMap(({ errorPercent: own, naiveErrorPercent: naive }) =>
    naive === null ? [] : [{ own: Math.abs(own), naive: Math.abs(naive) }]
  )
  if (pairs.length === 0) return null
  const own = errorSize(pairs.map((pair) => pair.own))
  return {
    n: pairs.length,
    ...errorSize(pairs.map((pair) => pair.naive)),
    ownMedianErrorPercent: own.medianErrorPercent,
    ownMeanErrorPercent: own.meanErrorPercent,
    closerPercent: shareOf(pairs, (pair) => pair.own < pair.naive),
    equalPercent: shareOf(pairs, (pair) => pair.own === pair.naive)
  }
}

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
export type BacktestFigures = Omit<AccuracyFigures, 'naive'> & { baselines: Record<BaselineName, ErrorSize> }

/** Undefined for an empty set. */
export function backtestFigures(scored: readonly ScoredEstimate[]): BacktestFigures | undefined {
  if (scored.length === 0) return undefined
  const entries = scored.map(({ estimate, low, high, actual }) => ({
    estimate,
    low,
    high,
    errorPercent: errorPercent(estimate, actual),
    isInRange: actual >= low && actual <= high
  }))
  const sizeOf = (name: BaselineName): ErrorSize =>
    errorSize(scored.map(({ baselines, actual }) => errorPercent(baselines[name], actual)))
  return {
    ...summarize(entries),
    baselines: Object.fromEntries(baselineNames.map((name) => [name, sizeOf(name)])) as Record<
      BaselineName,
      ErrorSize
    >
  }
}

const binPercent = 5
const outermostPercent = 50

/** Histogram of signed errors in steps of 5 %, from below -50 to 50 and above. */
export function binErrors(errors: readonly number[]): ErrorBin[] {
  const edges = Array.from(
    { length: (2 * outermostPercent) / binPercent + 1 },
    (_, i) => i * binPercent - outermostPercent
  )
  const bins = [null, ...edges].map((from, i) => ({ from, to: edges[i] ?? null, count: 0 }))
  for (const error of errors) {
    const bin = bins.find(({ to }) => to === null || error < to)
    if (bin) bin.count += 1
  }
  return bins
}
