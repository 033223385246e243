import { dayNumber } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { quantileLevels } from '../numbers/interval-scores.ts'
import { clip, type Weighted, weightedQuantiles } from '../numbers/statistics.ts'

/** Error ln(actual / estimate) of a past estimate, and its ex-date as a dayNumber. */
export type PastError = { day: number; value: number }

/** Share of payments that may fall outside of the 10 to 90 % range. */
const outside = 0.2
const middle = quantileLevels.indexOf(0.5)
const [lowest, highest] = [quantileLevels.indexOf(0.1), quantileLevels.indexOf(0.9)]
/** Number, half-life in payment periods, and (for the family) total weight of the errors used. */
const own = { recent: 60, halfLife: 5 }
const family = { recent: 120, halfLife: 2.5, weight: 12 }
/** Minimum ln distance of the next quantile from the estimate, about the rounding of an amount, for repeated rates. */
const narrowest = 0.0005
/** Limits on the size of an error |ln(actual / estimate)| in a fund's usual size. */
const [smallestSize, largestSize] = [narrowest, 0.5]
/** Half-lives in payments, and the number of payments that the family's size counts as for a fund. */
const usualSize = { ofFund: 10, ofFamily: 60, familyCount: 4 }
/** Size assumed for the first payment of a family. */
const firstSize = 0.03
/**
 * Usual errors of any fund, below or above the estimate, in units of its usual size, each equally frequent.
 * Source: payments before 2025, widened by a fifth for coverage. Quantiles of such errors were about the same in 2025 and
 * 2026, and for funds with errors below 1 % and above 9 %.
 */
const usualErrors = [0.06, 0.24, 0.42, 0.66, 0.96, 1.26, 1.74, 2.34, 3.24, 6]
const usualWeight = 32
const signedErrors = [...usualErrors.map((error) => -error).reverse(), ...usualErrors]
/** With fewer past errors the range is half to one and a half times the estimate. */
const minErrors = 5
export const factorsWithoutErrors = [0.35, 0.5, 0.75, 1, 1.25, 1.5, 1.65]

/**
 * Factors on an estimate for each of quantileLevels, ascending, the middle one 1: weighted quantiles of past errors
 * around their median, as in split conformal prediction (Vovk, Gammerman and Shafer 2005). Each of the fund's own errors
 * weighs 1, halved every 5 payment periods; the family's weigh 12 in total, halved among themselves every 2.5 periods.
 * Errors of any fund, in units of the fund's usual size, weigh 32. So a young fund borrows the size of errors from its
 * family, and no range depends on the few misses of its own last weeks alone.
 *
 * The tail replaces the level of 10 %, and moves the others alike on the logit scale. The median of the errors is not
 * added to the estimate: it says more about the last weeks than about the next one.
 *
 * @param shared the family's errors; see familyErrors
 * @param size the fund's usual size of errors; see usualErrorSize
 * @param tail the share to leave out at each end of the 10 to 90 % range; see nextTail
 * @param periodDays days between payments
 */
export function quantileFactors(
  errors: readonly PastError[],
  shared: readonly Weighted[],
  size: number,
  tail: number,
  cutoff: IsoDay,
  periodDays: number
): readonly number[] {
  const ownErrors = decaying(errors.slice(-own.recent), cutoff, own.halfLife * periodDays)
  if (ownErrors.length + shared.length < minErrors) return factorsWithoutErrors
  const weight = usualWeight / signedErrors.length
  const usual = signedErrors.map((error) => ({ value: error * size, weight }))
  const stretch = logit(tail) / logit(firstTail)
  const levels = quantileLevels.map((level) => 1 / (1 + Math.exp(-stretch * logit(level))))
  const quantiles = weightedQuantiles([...ownErrors, ...shared, ...usual], levels)
  const center = quantiles[middle] ?? 0
  return quantiles.map((quantile, i) => {
    if (i === middle) return 1
    const distance = quantile - center
    return Math.exp(i < middle ? Math.min(distance, -narrowest) : Math.max(distance, narrowest))
  })
}

function logit(share: number): number {
  return Math.log(share / (1 - share))
}

/** Decayed sum of ln |error| and the equally decayed count. */
export type ErrorSizes = { sum: number; count: number }

/** Sizes of a fund's errors, or of a family's, after one more error. */
export function addErrorSize(
  { sum, count }: ErrorSizes,
  error: number,
  of: 'ofFund' | 'ofFamily'
): ErrorSizes {
  const decay = 0.5 ** (1 / usualSize[of])
  return {
    sum: sum * decay + Math.log(clip(Math.abs(error), smallestSize, largestSize)),
    count: count * decay + 1
  }
}

/** Geometric mean size of a fund's errors, shrunk to its family's as if that were four of its payments. */
export function usualErrorSize(fund: ErrorSizes, family: ErrorSizes): number {
  const ofFamily = (family.sum + Math.log(firstSize)) / (family.count + 1)
  const { familyCount } = usualSize
  return Math.exp((fund.sum + familyCount * ofFamily) / (fund.count + familyCount))
}

/** Maximum width of the range as a multiple of the estimate, and number of payments from which it applies. */
const widest = 2
const wellKnown = 30

/**
 * Pulls the upper quantiles of a fund with 30 regular payments towards the estimate, so that its range is at most twice
 * the estimate wide. Wider ranges occurred in the first weeks of a new frequency, from a handful of errors.
 */
export function limitWidth(factors: readonly number[], payments: number): readonly number[] {
  const { low, high } = rangeOf(factors)
  if (payments < wellKnown || high - low <= widest) return factors
  const exponent = Math.log(widest + low) / Math.log(high)
  return factors.map((factor) => (factor > 1 ? factor ** exponent : factor))
}

/** The 10 and 90 % quantiles, which are the range that visitors see. */
export function rangeOf(quantiles: readonly number[]): { low: number; high: number } {
  return { low: quantiles[lowest] ?? Number.NaN, high: quantiles[highest] ?? Number.NaN }
}

/** A family's errors with their weights at a cutoff. */
export function familyErrors(
  errors: readonly PastError[],
  cutoff: IsoDay,
  periodDays: number
): readonly Weighted[] {
  const pooled = decaying(errors.slice(-family.recent), cutoff, family.halfLife * periodDays)
  const total = pooled.reduce((sum, { weight }) => sum + weight, 0)
  return pooled.map(({ value, weight }) => ({ value, weight: (family.weight * weight) / total }))
}

function decaying(errors: readonly PastError[], cutoff: IsoDay, halfLifeDays: number): Weighted[] {
  const today = dayNumber(cutoff)
  return errors.map(({ value, day }) => {
    const age = Math.max(0, today - day)
    return { value, weight: Math.max(1e-6, 0.5 ** (age / halfLifeDays)) }
  })
}

/** Tail of a fund without a track record. */
export const firstTail = outside / 2

/**
 * The tail after one more payment: a miss widens the next range and a hit narrows it a little, so that in the long run
 * one payment in five misses even when the errors drift.
 * Source: adaptive conformal inference (Gibbs and Candès 2021), with step 0.005 and limits 0.01 and 0.3.
 */
export function nextTail(tail: number, missed: boolean): number {
  return clip(tail + 0.005 * (outside - (missed ? 1 : 0)), 0.01, 0.3)
}
