import { type Weighted, weightedQuantile } from './weighted-quantile.ts'

/** Rows seen so far and what followed on each; `day` is any count of days, ascending. */
export type LikeRows = { day: number; row: readonly number[]; outcome: number }[]

/** Rows that weigh less are left out: a hundred of them would weigh as much as one that is alike and of today. */
const fewestWeight = 0.01
const farthestSquared = -2 * Math.log(fewestWeight)

/**
 * The median outcome of the rows seen, weighed by how near and how recent they are: exp(-distance^2 / 2) in the units
 * of the rows, times one half for every `halfLifeDays`. Undefined where nothing seen is near and recent enough.
 * Source: kernel estimate of a conditional median (Nadaraya 1964; Watson 1964; Yu and Jones 1998).
 *
 * @throws RangeError for a row of another length than those seen
 */
export function likelyOutcome(
  seen: LikeRows,
  row: readonly number[],
  day: number,
  halfLifeDays: number
): number | undefined {
  const near: Weighted[] = []
  let [ofDay, fading] = [Number.NaN, 1]
  for (let i = seen.length - 1; i >= 0; i -= 1) {
    const past = seen[i]
    if (!past) break
    if (past.day !== ofDay) {
      ofDay = past.day
      fading = 0.5 ** ((day - ofDay) / halfLifeDays)
    }
    if (fading < fewestWeight) break
    const squared = squaredDistance(past.row, row)
    // Most rows are too far even if they were of today: these need no exponential.
    if (squared > farthestSquared) continue
    const weight = fading * Math.exp(-squared / 2)
    if (weight >= fewestWeight) near.push({ value: past.outcome, weight })
  }
  return near.length === 0 ? undefined : weightedQuantile(near, 0.5)
}

function squaredDistance(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) {
    throw new RangeError(`likelyOutcome needs rows of one length, got ${a.length} and ${b.length}`)
  }
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2
  return sum
}
