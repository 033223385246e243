import type { AccuracyFigures } from '../contract/record.ts'
import { compareText } from '../market-days/days.ts'
import { errorPercent, isClose } from '../numbers/forecast-errors.ts'
import { mean, median } from '../numbers/statistics.ts'
import { type BaselineName, type Baselines, baselineNames } from './counted-payments.ts'

/** An estimate with its 80 % range, and the actual payment; dollars a share. */
type ScoredEstimate = { estimate: number; low: number; high: number; actual: number }

/** Null for an empty set. */
export function figuresOf(scored: readonly ScoredEstimate[]): AccuracyFigures | null {
  if (scored.length === 0) return null
  const errors = scored.map(({ estimate, actual }) => errorPercent(estimate, actual))
  const widths = scored.filter(({ estimate }) => estimate > 0)
  return {
    n: scored.length,
    ...errorSize(errors),
    biasPercent: mean(errors),
    within10Percent: shareOf(errors, isClose),
    coveragePercent: shareOf(scored, isInRange),
    medianWidthPercent:
      widths.length === 0
        ? 0
        : median(widths.map(({ low, high, estimate }) => (100 * (high - low)) / estimate))
  }
}

export function isInRange({ low, high, actual }: Omit<ScoredEstimate, 'estimate'>): boolean {
  return actual >= low && actual <= high
}

type ErrorSize = Pick<AccuracyFigures, 'medianErrorPercent' | 'meanErrorPercent'>

function errorSize(errors: readonly number[]): ErrorSize {
  const sizes = errors.map(Math.abs)
  return { medianErrorPercent: median(sizes), meanErrorPercent: mean(sizes) }
}

function shareOf<T>(list: readonly T[], isCounted: (item: T) => boolean): number {
  return (100 * list.filter(isCounted).length) / list.length
}

/** Figures of each group of items, such as those of a family, by key; groups without figures are left out. */
export function figuresBy<Item, Figures extends object>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  toFigures: (members: readonly Item[]) => Figures | null | undefined
): { key: string; name: string; figures: Figures }[] {
  return [...Map.groupBy(items, keyOf)]
    .flatMap(([key, members]) => {
      const figures = toFigures(members)
      return figures ? [{ key, name: key, figures }] : []
    })
    .sort((a, b) => compareText(a.key, b.key))
}

/** Figures of backtested estimates and of the baselines for the same payments, in percent; null for an empty set. */
export function backtestFigures(scored: readonly (ScoredEstimate & { baselines: Baselines })[]) {
  const figures = figuresOf(scored)
  if (figures === null) return null
  const sizes = baselineNames.map((name) => [
    name,
    errorSize(scored.map(({ baselines, actual }) => errorPercent(baselines[name], actual)))
  ])
  const baselines: Record<BaselineName, ErrorSize> = Object.fromEntries(sizes)
  return { ...figures, baselines }
}
