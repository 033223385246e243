import { type Weighted, weightedQuantile } from '../../numbers/weighted-quantile.ts'

/** Predictors and what followed on them; `day` is any count of days. */
export type Observation = { day: number; row: readonly number[]; outcome: number }

/** Observations that weigh less are left out: a hundred of them would weigh as much as one like this and of today. */
const fewestWeight = 0.01
const farthestSquared = -2 * Math.log(fewestWeight)

/**
 * The median outcome of the observations, weighted by how near and how recent they are: exp(-distance^2 / 2) in the
 * units of the rows, times one half for every `halfLifeDays`. Undefined where none is near and recent enough.
 * Source: kernel estimate of a conditional median (Nadaraya 1964; Watson 1964; Yu and Jones 1998).
 *
 * @param observations by day, ascending
 * @throws RangeError for a row of another length than those observed
 */
export function kernelMedian(
  observations: readonly Observation[],
  row: readonly number[],
  day: number,
  halfLifeDays: number
): number | undefined {
  const near: Weighted[] = []
  let [ofDay, decay] = [Number.NaN, 1]
  for (let i = observations.length - 1; i >= 0; i -= 1) {
    const past = observations[i]
    if (!past) break
    if (past.day !== ofDay) {
      ofDay = past.day
      decay = 0.5 ** ((day - ofDay) / halfLifeDays)
    }
    if (decay < fewestWeight) break
    const squared = squaredDistance(past.row, row)
    // Most rows are too far even if they were of today: these need no exponential.
    if (squared > farthestSquared) continue
    const weight = decay * Math.exp(-squared / 2)
    if (weight >= fewestWeight) near.push({ value: past.outcome, weight })
  }
  return near.length === 0 ? undefined : weightedQuantile(near, 0.5)
}

function squaredDistance(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) {
    throw new RangeError(`kernelMedian needs rows of one length, got ${a.length} and ${b.length}`)
  }
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2
  return sum
}
