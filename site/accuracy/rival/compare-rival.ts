import { type HubOrigin, hubOrigins } from '../../../admin-api/contract/record-hub.ts'
import { errorPercent, isClose } from '../../../admin-api/numbers/forecast-errors.ts'
import { quantileLevels, relativeIntervalScore } from '../../../admin-api/numbers/interval-scores.ts'
import { mean, median } from '../../../admin-api/numbers/statistics.ts'
import type { RivalForecast } from './read-rival.ts'

/** A forecast of our hub. `quantiles` at quantileLevels; empty without any. */
export type QuantileForecast = { amount: number; quantiles: readonly number[] }

/** The hub's files as tables, by keyOfPayment. */
export type HubTables = {
  paid: ReadonlyMap<string, number>
  ours: ReadonlyMap<string, QuantileForecast>
  lastAmount: ReadonlyMap<string, QuantileForecast>
}

export function keyOfPayment(origin: HubOrigin, symbol: string, exDate: string): string {
  return `${origin} ${symbol} ${exDate}`
}

/** Figures of one forecaster, over the same payments as the others. */
export type RivalFigures = {
  name: 'Your forecast' | 'Our estimate' | 'Last amount again'
  /** Absolute errors, in percent of the payment. */
  medianErrorPercent: number
  within10Percent: number
  /** Share in the 80 % range, and mean relative weighted interval score; null if no payment has all quantiles. */
  coveragePercent: number | null
  score: number | null
}

/** Comparison on payments of one origin, which are never mixed. */
export type RivalComparison = {
  origin: HubOrigin
  n: number
  /** First and last ex-date. */
  from: string
  to: string
  /** Payments to which the visitor's forecast was closer than ours, and the other way round. */
  closer: number
  ourCloser: number
  /** Payments with all seven quantiles of all three. */
  ranged: number
  figures: RivalFigures[]
}

type Match = {
  origin: HubOrigin
  exDate: string
  paid: number
  yours: QuantileForecast
  ours: QuantileForecast
  lastAmount: QuantileForecast
}

/** Compares forecasts of payments that all three made. `unmatched` have no such payment. */
export function compareRival(
  forecasts: readonly RivalForecast[],
  hub: HubTables
): { comparisons: RivalComparison[]; unmatched: number } {
  const matches = forecasts.flatMap((forecast) => match(forecast, hub) ?? [])
  const comparisons = hubOrigins.flatMap((origin) => {
    const ofOrigin = matches.filter((each) => each.origin === origin)
    return ofOrigin.length === 0 ? [] : [compareMatches(origin, ofOrigin)]
  })
  return { comparisons, unmatched: forecasts.length - matches.length }
}

/** Without an origin in the file, the live estimate of a payment takes precedence. */
function match({ symbol, exDate, ...forecast }: RivalForecast, hub: HubTables): Match | null {
  const amount = forecast.amount ?? forecast.quantiles.get(0.5)
  if (amount === undefined) return null
  const quantiles = quantileLevels.flatMap((level) => forecast.quantiles.get(level) ?? [])
  const yours = { amount, quantiles: quantiles.length === quantileLevels.length ? quantiles : [] }
  for (const origin of forecast.origin ? [forecast.origin] : hubOrigins) {
    const key = keyOfPayment(origin, symbol, exDate)
    const [paid, ours, lastAmount] = [hub.paid.get(key), hub.ours.get(key), hub.lastAmount.get(key)]
    if (paid !== undefined && ours && lastAmount) return { origin, exDate, paid, yours, ours, lastAmount }
  }
  return null
}

function compareMatches(origin: HubOrigin, matches: readonly Match[]): RivalComparison {
  const days = matches.map(({ exDate }) => exDate).sort()
  const ranged = matches.filter(({ yours, ours, lastAmount }) =>
    [yours, ours, lastAmount].every(({ quantiles }) => quantiles.length > 0)
  )
  const differences = matches.map(({ paid, yours, ours }) => errorSize(yours, paid) - errorSize(ours, paid))
  return {
    origin,
    n: matches.length,
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    closer: differences.filter((difference) => difference < 0).length,
    ourCloser: differences.filter((difference) => difference > 0).length,
    ranged: ranged.length,
    figures: [
      figuresOf('Your forecast', matches, ranged, ({ yours }) => yours),
      figuresOf('Our estimate', matches, ranged, ({ ours }) => ours),
      figuresOf('Last amount again', matches, ranged, ({ lastAmount }) => lastAmount)
    ]
  }
}

function errorSize({ amount }: QuantileForecast, paid: number): number {
  return Math.abs(errorPercent(amount, paid))
}

function figuresOf(
  name: RivalFigures['name'],
  matches: readonly Match[],
  ranged: readonly Match[],
  forecastOf: (match: Match) => QuantileForecast
): RivalFigures {
  const errors = matches.map((each) => errorSize(forecastOf(each), each.paid))
  const isInside = (each: Match) => {
    const { quantiles } = forecastOf(each)
    return each.paid >= (quantiles[1] ?? Number.NaN) && each.paid <= (quantiles.at(-2) ?? Number.NaN)
  }
  return {
    name,
    medianErrorPercent: median(errors),
    within10Percent: (100 * errors.filter(isClose).length) / errors.length,
    coveragePercent: ranged.length === 0 ? null : (100 * ranged.filter(isInside).length) / ranged.length,
    score:
      ranged.length === 0
        ? null
        : mean(ranged.map((each) => relativeIntervalScore(forecastOf(each).quantiles, each.paid)))
  }
}
