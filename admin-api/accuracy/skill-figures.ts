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

/**
 * Skill of a set of forecasts; undefined for an empty set. Scores are means of weighted interval scores relative to the
 * payment, capped at 3 each.
 */
export function skillFigures(forecasts: readonly ComparedForecast[]) {
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
    /** 1 - score / baselineScore: 1 is perfect, 0 as good as the baseline. */
    skill: skill(score, baselineScore),
    /** 90 % confidence interval of the skill, by resampling weeks; null for a single week. */
    interval: bootstrapInterval([...weeks.values()], ofTotals) ?? null,
    score: score / n,
    baselineScore: baselineScore / n,
    /** Shares of payments inside the central 50, 80 and 90 % ranges, in percent. */
    coverage: {
      inner: coveragePercent(forecasts, 2),
      shown: coveragePercent(forecasts, 1),
      outer: coveragePercent(forecasts, 0)
    }
  }
}

export type SkillFigures = NonNullable<ReturnType<typeof skillFigures>>

/** Share of payments between the quantile at this index and its opposite, both included. */
function coveragePercent(forecasts: readonly ComparedForecast[], index: number): number {
  const inside = forecasts.filter(({ quantiles, actual }) => {
    const [low = Number.NaN, high = Number.NaN] = [quantiles[index], quantiles.at(-1 - index)]
    return actual >= low && actual <= high
  })
  return (100 * inside.length) / forecasts.length
}
