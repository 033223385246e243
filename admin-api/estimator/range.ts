import { dayNumber } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { byValue, clip, quantilesOfSorted, type Weighted } from '../numbers/statistics.ts'

/** Error ln(actual / estimate) of a past estimate, and its ex-date as a dayNumber. */
export type PastError = { day: number; value: number }

/** Factors on an estimate, 0 < low <= 1 <= high. */
export type RangeFactors = { low: number; high: number }

/** Share of payments that may fall outside of the range. */
const outside = 0.2
/** Number, half-life in payment periods, and (for the family) total weight of the errors used. */
const own = { recent: 60, halfLife: 8 }
const family = { recent: 120, halfLife: 4, weight: 12 }
/** Minimum ln width of each side, about the rounding of an amount, for funds that repeat a rate exactly. */
const narrowest = 0.0005
/** With fewer past errors the range is half to one and a half times the estimate. */
const fewestErrors = 5

/**
 * Factors of the range in which 80 % of payments should fall: two opposite quantiles of past errors, as in split
 * conformal prediction (Vovk, Gammerman and Shafer 2005), with decaying weights. Each of the fund's own errors weighs 1,
 * halved every 8 payment periods; the family's weigh 12 in total, halved among themselves every 4 periods. So a young
 * fund borrows its family's errors, and an old one relies mostly on its own.
 *
 * @param shared the family's errors; see familyErrors
 * @param tail the share to leave out at each end; see nextTail
 * @param periodDays days between payments
 */
export function rangeFactors(
  errors: readonly PastError[],
  shared: readonly Weighted[],
  tail: number,
  cutoff: IsoDay,
  periodDays: number
): RangeFactors {
  const mine = decaying(errors.slice(-own.recent), cutoff, own.halfLife * periodDays).sort(byValue)
  const sample = merge(mine, shared)
  if (sample.length < fewestErrors) return { low: 0.5, high: 1.5 }
  const [low = 0, high = 0] = quantilesOfSorted(sample, [tail, 1 - tail])
  return { low: Math.exp(Math.min(low, -narrowest)), high: Math.exp(Math.max(high, narrowest)) }
}

/** A family's errors with their weights at a cutoff, sorted by value. */
export function familyErrors(
  errors: readonly PastError[],
  cutoff: IsoDay,
  periodDays: number
): readonly Weighted[] {
  const pooled = decaying(errors.slice(-family.recent), cutoff, family.halfLife * periodDays)
  const total = pooled.reduce((sum, { weight }) => sum + weight, 0)
  return pooled
    .map(({ value, weight }) => ({ value, weight: (family.weight * weight) / total }))
    .sort(byValue)
}

function decaying(errors: readonly PastError[], cutoff: IsoDay, halfLifeDays: number): Weighted[] {
  const today = dayNumber(cutoff)
  return errors.map(({ value, day }) => {
    const age = Math.max(0, today - day)
    return { value, weight: Math.max(1e-6, 0.5 ** (age / halfLifeDays)) }
  })
}

/** Merges two lists sorted by value; of equal values those of the first list come first. */
function merge(first: readonly Weighted[], second: readonly Weighted[]): Weighted[] {
  const merged: Weighted[] = []
  let next = 0
  for (const one of first) {
    for (let other = second[next]; other && other.value < one.value; other = second[next]) {
      merged.push(other)
      next += 1
    }
    merged.push(one)
  }
  return [...merged, ...second.slice(next)]
}

/** Tail of a fund without a track record. */
export const firstTail = outside / 2

/**
 * The tail after one more payment: a miss widens the next range and a hit narrows it a little, so that in the long run
 * one payment in five misses even when the errors drift.
 * Source: adaptive conformal inference (Gibbs and Candès 2021), with step 0.02 and limits 0.01 and 0.3.
 */
export function nextTail(tail: number, missed: boolean): number {
  return clip(tail + 0.02 * (outside - (missed ? 1 : 0)), 0.01, 0.3)
}
