import type { IsoDay } from '../../market-days/types.ts'
import { quantileLevels } from '../../numbers/interval-scores.ts'
import { weightedQuantiles } from '../../numbers/statistics.ts'
import type { PathPayment } from './forecast-path.ts'
import { factorOf, leadOf, type PathSample } from './path-factors.ts'

const middle = quantileLevels.indexOf(0.5)

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
  const total = payments.reduce((sum, { amount }) => sum + amount, 0)
  if (total <= 0 || sample.length === 0) return null
  const leads = payments.map(({ exDate }) => leadOf(day, exDate))
  const sums = sample.map((row) => {
    const value = payments.reduce((sum, { amount }, i) => sum + amount * factorOf(row, leads[i] ?? 0), 0)
    return { value, weight: 1 }
  })
  const quantiles = weightedQuantiles(sums, quantileLevels)
  const center = quantiles[middle] ?? total
  return quantiles.map((quantile) => (quantile / center) * total)
}
