import { clip } from '../domain/averages.ts'
import { daysBetween } from '../domain/schedule/days.ts'
import type { IsoDay } from '../domain/types.ts'
import { type Weighted, weightedQuantiles } from '../domain/weighted-quantile.ts'

/** How far one estimate was off: ln(actual / estimate), and the ex-date it was for. */
export type PastError = { exDate: IsoDay; value: number }

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
 * @param tail the share to leave out at each end; see nextTail
 * @param periodDays days from payment to payment
 */
export function rangeFactors(
  own: readonly PastError[],
  family: readonly PastError[],
  tail: number,
  cutoff: IsoDay,
  periodDays: number
): RangeFactors {
  const mine = decaying(own.slice(-ownRecent), cutoff, ownHalfLife * periodDays)
  const pooled = decaying(family.slice(-familyRecent), cutoff, familyHalfLife * periodDays)
  const total = pooled.reduce((sum, { weight }) => sum + weight, 0)
  const shared = pooled.map(({ value, weight }) => ({ value, weight: (familyWeight * weight) / total }))
  const sample = [...mine, ...shared]
  if (sample.length < fewestErrors) return { low: 0.5, high: 1.5 }
  const [low = 0, high = 0] = weightedQuantiles(sample, [tail, 1 - tail])
  return { low: Math.exp(Math.min(low, -narrowest)), high: Math.exp(Math.max(high, narrowest)) }
}

function decaying(errors: readonly PastError[], cutoff: IsoDay, halfLifeDays: number): Weighted[] {
  return errors.map(({ value, exDate }) => {
    const age = Math.max(0, daysBetween(exDate, cutoff))
    return { value, weight: Math.max(1e-6, 0.5 ** (age / halfLifeDays)) }
  })
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
