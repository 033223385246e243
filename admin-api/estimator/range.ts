import { clip } from '../numbers/averages.ts'
import { dayNumber } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { byValue, quantilesOfSorted, type Weighted } from '../numbers/weighted-quantile.ts'

/** How far one estimate was off: ln(actual / estimate), and the number of the ex-date it was for (dayNumber). */
export type PastError = { day: number; value: number }

/** Factors on an estimate, 0 < low <= 1 <= high. */
export type RangeFactors = { low: number; high: number }

/** The share of payments that may fall outside. */
const outside = 0.2
const ownRecent = 60
const ownHalfLife = 8
const familyRecent = 120
const familyHalfLife = 4
const familyWeight = 12
/** About the rounding of an amount: a fund that repeats a rate exactly gets a range of next to no width. */
const narrowest = 0.0005
/** With fewer past errors the range is half to one and a half times the estimate. */
const fewestErrors = 5

/**
 * The factors between which 80 % of payments should fall: two opposite quantiles of past errors, as in split
 * conformal prediction (Vovk, Gammerman and Shafer 2005) with decaying weights. The fund's own errors weigh 1, halved
 * every 8 payment periods; the family's weigh 12 together, among themselves halved every 4 periods. So a young fund
 * borrows its family's record and an old one relies mostly on its own.
 *
 * @param shared the family's errors; see familyErrors
 * @param tail the share to leave out at each end; see nextTail
 * @param periodDays days from payment to payment
 */
export function rangeFactors(
  own: readonly PastError[],
  shared: readonly Weighted[],
  tail: number,
  cutoff: IsoDay,
  periodDays: number
): RangeFactors {
  const mine = decaying(own.slice(-ownRecent), cutoff, ownHalfLife * periodDays).sort(byValue)
  const sample = merge(mine, shared)
  if (sample.length < fewestErrors) return { low: 0.5, high: 1.5 }
  const [low = 0, high = 0] = quantilesOfSorted(sample, [tail, 1 - tail])
  return { low: Math.exp(Math.min(low, -narrowest)), high: Math.exp(Math.max(high, narrowest)) }
}

/** The errors of a family as they count for each of its funds at a cutoff, by value. */
export function familyErrors(
  family: readonly PastError[],
  cutoff: IsoDay,
  periodDays: number
): readonly Weighted[] {
  const pooled = decaying(family.slice(-familyRecent), cutoff, familyHalfLife * periodDays)
  const total = pooled.reduce((sum, { weight }) => sum + weight, 0)
  return pooled.map(({ value, weight }) => ({ value, weight: (familyWeight * weight) / total })).sort(byValue)
}

function decaying(errors: readonly PastError[], cutoff: IsoDay, halfLifeDays: number): Weighted[] {
  const today = dayNumber(cutoff)
  return errors.map(({ value, day }) => {
    const age = Math.max(0, today - day)
    return { value, weight: Math.max(1e-6, 0.5 ** (age / halfLifeDays)) }
  })
}

/** Both ascend by value, and so does the answer; of equal values the first list's come first. */
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

/** The tail of a fund without a record. */
export const firstTail = outside / 2

/**
 * The tail after one more payment: a miss makes the next range wider, a hit a little narrower, so that one
 * payment in five misses in the long run even when the errors drift.
 * Source: adaptive conformal inference (Gibbs and Candes 2021), step 0.02, held within 0.01 to 0.3.
 */
export function nextTail(tail: number, missed: boolean): number {
  return clip(tail + 0.02 * (outside - (missed ? 1 : 0)), 0.01, 0.3)
}
