import type { AccuracyFigures, ErrorBin, NaiveComparison, RecordEntry } from '../contract/record.ts'
import { mean, median } from '../numbers/averages.ts'

/** Close enough to call a hit, in percent of the payment. */
const closePercent = 10

/** The figures of a set of estimates; null for an empty one. */
export function figuresOf(entries: readonly RecordEntry[]): AccuracyFigures | null {
  if (entries.length === 0) return null
  const errors = entries.map((entry) => entry.errorPercent)
  const sizes = errors.map(Math.abs)
  const widths = entries.filter(({ estimate }) => estimate > 0)
  return {
    n: entries.length,
    medianErrorPercent: median(sizes),
    meanErrorPercent: mean(sizes),
    biasPercent: mean(errors),
    within10Percent: shareOf(sizes, (size) => size <= closePercent),
    coveragePercent: shareOf(entries, ({ isInRange }) => isInRange),
    medianWidthPercent:
      widths.length === 0
        ? 0
        : median(widths.map(({ low, high, estimate }) => (100 * (high - low)) / estimate)),
    naive: compareToNaive(entries)
  }
}

/** Only payments for which there is a naive estimate, so that both are measured on the same ones. */
function compareToNaive(entries: readonly RecordEntry[]): NaiveComparison | null {
  const pairs = entries.flatMap(({ errorPercent, naiveErrorPercent }) =>
    naiveErrorPercent === null ? [] : [{ own: Math.abs(errorPercent), naive: Math.abs(naiveErrorPercent) }]
  )
  if (pairs.length === 0) return null
  const own = pairs.map((pair) => pair.own)
  const naive = pairs.map((pair) => pair.naive)
  return {
    n: pairs.length,
    medianErrorPercent: median(naive),
    meanErrorPercent: mean(naive),
    ownMedianErrorPercent: median(own),
    ownMeanErrorPercent: mean(own),
    closerPercent: shareOf(pairs, (pair) => pair.own < pair.naive),
    equalPercent: shareOf(pairs, (pair) => pair.own === pair.naive)
  }
}

const binPercent = 5
const outermostPercent = 50

/** Counts of signed errors in steps of 5 %, from below -50 to 50 and above. */
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

function shareOf<T>(list: readonly T[], isCounted: (item: T) => boolean): number {
  return (100 * list.filter(isCounted).length) / list.length
}
