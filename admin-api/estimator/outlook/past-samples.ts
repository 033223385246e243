import { addDays } from '../../market-days/days.ts'
import type { FundHistory, IsoDay } from '../../market-days/types.ts'
import { type PathErrors, pathErrorsOf, sampledWeeks, samplePaths } from './path-errors.ts'
import { leadEnds, type PathSample } from './path-factors.ts'

/**
 * Samples of all funds by symbol as known at each of the origins, for backtests; errors of paths are calculated once for
 * all of them.
 */
export function createSampler(
  funds: readonly FundHistory[],
  origins: readonly IsoDay[],
  end: IsoDay
): (origin: IsoDay) => Map<string, PathSample> {
  const weeks = [...new Set(origins.flatMap(sampledWeeks))]
  const errors = new Map(funds.map((fund) => [fund.symbol, pathErrorsOf(fund, weeks, end)]))
  const families = [...Map.groupBy(funds, ({ family }) => family).values()]
  return (origin) => {
    const sampled = sampledWeeks(origin)
    return new Map(
      families.flatMap((members) => {
        const known = members.map(
          ({ symbol }) => [symbol, knownAt(errors.get(symbol), sampled, origin)] as const
        )
        return [...samplePaths(new Map(known), sampled)]
      })
    )
  }
}

/** Rows of the sampled weeks with the leads that had ended at the origin. */
function knownAt(
  rows: ReadonlyMap<IsoDay, PathErrors> = new Map(),
  sampled: readonly IsoDay[],
  origin: IsoDay
): Map<IsoDay, PathErrors> {
  return new Map(
    sampled.flatMap((week) => {
      const row = rows.get(week)
      const hasEnded = (lead: number) => addDays(week, 7 * (leadEnds[lead] ?? 0) + 1) <= origin
      return row === undefined
        ? []
        : [[week, row.map((error, lead) => (hasEnded(lead) ? error : undefined))] as const]
    })
  )
}
