import { type Weighted, weightedQuantile } from '../../numbers/statistics.ts'

/** A row of predictors and the outcome that followed; `day` is any count of days. */
export type Observation = { day: number; row: readonly number[]; outcome: number }

/** Lighter observations are skipped: a hundred of them weigh as much as one identical to the row and of today. */
const smallestWeight = 0.01
const farthestSquared = -2 * Math.log(smallestWeight)

/**
 * Kernel estimate of the conditional median: the median outcome, weighted by exp(-distance^2 / 2) in the units of the
 * rows and by 1/2 per `halfLifeDays` of age. Undefined if no observation is near and recent enough.
 * Source: Nadaraya (1964) and Watson (1964) for the weights; Yu and Jones (1998) for conditional quantiles.
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
  let [decayDay, decay] = [Number.NaN, 1]
  for (let i = observations.length - 1; i >= 0; i -= 1) {
    const past = observations[i]
    if (!past) break
    if (past.day !== decayDay) {
      decayDay = past.day
      decay = 0.5 ** ((day - decayDay) / halfLifeDays)
    }
    if (decay < smallestWeight) break
    const squared = squaredDistance(past.row, row)
    // Skips the exponential for rows too far away even if they were of today, which most are.
    if (squared > farthestSquared) continue
    const weight = decay * Math.exp(-squared / 2)
    if (weight >= smallestWeight) near.push({ value: past.outcome, weight })
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
