import type { SkillFigures } from '../contract/record.ts'
import { thursdayOf } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { relativeIntervalScore, skill } from '../numbers/interval-scores.ts'
import { type BlockTotals, bootstrapInterval } from '../numbers/statistics.ts'

/** Forecast and baseline of a payment as quantiles at quantileLevels, and the payment itself; dollars a share. */
export type ComparedForecast = {
  exDate: IsoDay
  quantiles: readonly number[]
  baseline: readonly number[]
  actual: number
}

/** Undefined for an empty set. */
export function skillFigures(forecasts: readonly ComparedForecast[]): SkillFigures | undefined {
  if (forecasts.length === 0) return undefined
  const n = forecasts.length
  let [score, baselineScore] = [0, 0]
  const weeks = new Map<IsoDay, [number, number]>()
  for (const { exDate, quantiles, baseline, actual } of forecasts) {
    const own = relativeIntervalScore(quantiles, actual)
    const other = relativeIntervalScore(baseline, actual)
    const week = weeks.get(thursdayOf(exDate)) ?? [0, 0]
    weeks.set(thursdayOf(exDate), [week[0] + own, week[1] + other])
    score += own
    baselineScore += other
  }
  const ofTotals = ([own = 0, other = 0]: BlockTotals): number => skill(own, other)
  return {
    n,
    skill: skill(score, baselineScore),
    interval: bootstrapInterval([...weeks.values()], ofTotals) ?? null,
    score: score / n,
    baselineScore: baselineScore / n,
    coverage: {
      inner: coveragePercent(forecasts, 2),
      shown: coveragePercent(forecasts, 1),
      outer: coveragePercent(forecasts, 0)
    }
  }
}

/** Share of payments between the quantile at this index and its opposite, both included. */
function coveragePercent(forecasts: readonly ComparedForecast[], index: number): number {
  const inside = forecasts.filter(({ quantiles, actual }) => {
    const [low = Number.NaN, high = Number.NaN] = [quantiles[index], quantiles.at(-1 - index)]
    return actual >= low && actual <= high
  })
  return (100 * inside.length) / forecasts.length
}
