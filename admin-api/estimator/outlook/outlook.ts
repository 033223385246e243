import type { FundHistory, IsoDay } from '../../market-days/types.ts'
import { roundTo } from '../../numbers/format-numbers.ts'
import { quantileLevels } from '../../numbers/interval-scores.ts'
import { weightedQuantiles } from '../../numbers/statistics.ts'
import type { PathPayment } from './forecast-path.ts'
import { pathErrorsOf, sampledWeeks, samplePaths } from './path-errors.ts'
import { factorOf, leadEnds, leadOf, type PathSample } from './path-factors.ts'
import { createPaceReader, type PayoutPace } from './payout-path.ts'

export { dailyRepeat, type ForecastPath, forecastPath, type PathPayment } from './forecast-path.ts'
export { createSampler } from './past-samples.ts'
export { leadEnds, leadOf, type PathSample } from './path-factors.ts'
export { type PayoutPace, projectAmounts, readPace } from './payout-path.ts'

/** Forecast of a fund's payments after the next one, as known at the close of a day. */
export type FundOutlook = {
  symbol: string
  /** null for a fund without a price or with fewer than three payments. */
  pace: PayoutPace | null
  /** Errors of past paths, two decimals; empty if no fund of the family has any. */
  sample: PathSample
}

/**
 * The outlook of each fund. Funds of a family must be passed together, because they lend each other past weeks.
 * @param funds with the facts known at the close of `asOf`
 */
export function forecastOutlooks(funds: readonly FundHistory[], asOf: IsoDay): FundOutlook[] {
  const weeks = sampledWeeks(asOf)
  return [...Map.groupBy(funds, ({ family }) => family).values()].flatMap((members) => {
    const errors = new Map(members.map((fund) => [fund.symbol, pathErrorsOf(fund, weeks, asOf)]))
    const samples = samplePaths(errors, weeks)
    return members.map((fund) => ({
      symbol: fund.symbol,
      pace: createPaceReader(fund)(asOf),
      sample: (samples.get(fund.symbol) ?? []).map((row) => row.map((error) => roundTo(2, error)))
    }))
  })
}

const middle = quantileLevels.indexOf(0.5)

/** Factors on the amount of a payment at quantileLevels, the middle one 1, for each lead; null without a sample. */
export function factorsByLead(sample: PathSample): number[][] | null {
  if (sample.length === 0) return null
  return leadEnds.map((_, lead) => toFactors(sample.map((row) => factorOf(row, lead))))
}

/**
 * Quantiles at quantileLevels of the sum of some payments of a fund, seen from `day`: the sum in each past week of the
 * sample, as if the coming year erred like the year after that week. Not the sum of quantiles, because payments of a year
 * rise and fall together. The middle one is the sum of the amounts. null without a payment or a sample.
 */
export function quantilesOfSum(
  payments: readonly PathPayment[],
  sample: PathSample,
  day: IsoDay
): number[] | null {
  if (payments.length === 0 || sample.length === 0) return null
  const byLead: number[] = leadEnds.map(() => 0)
  for (const { exDate, amount } of payments) {
    const lead = leadOf(day, exDate)
    byLead[lead] = (byLead[lead] ?? 0) + amount
  }
  const total = byLead.reduce((sum, amount) => sum + amount, 0)
  const sums = sample.map((row) =>
    byLead.reduce((sum, amount, lead) => (amount === 0 ? sum : sum + amount * factorOf(row, lead)), 0)
  )
  return total > 0 ? toFactors(sums).map((factor) => factor * total) : null
}

/** Quantiles of values above zero relative to their middle one. */
function toFactors(values: readonly number[]): number[] {
  const quantiles = weightedQuantiles(
    values.map((value) => ({ value, weight: 1 })),
    quantileLevels
  )
  const center = quantiles[middle] ?? 1
  return quantiles.map((quantile) => quantile / center)
}
