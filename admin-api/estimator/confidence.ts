import { roundTo } from '../numbers/format-numbers.ts'
import { clip, median } from '../numbers/statistics.ts'

/** Maximum relative error of a close estimate. */
export const closeShare = 0.1

/** Number of past estimates used: the fund's own, and its family's. */
const recentEstimates = 60
const recentFamilyEstimates = 400
/** Number of estimates that the family's share counts as. */
const familyCount = 10

/** Confidence in an estimate, and what it follows from. */
export type Confidence = {
  /** 0 to 1. */
  value: number
  /** Number of the fund's latest estimates within 10 % of the payment, and of all that count. */
  close: number
  count: number
  /** Share within 10 % of the family's latest estimates, 0 to 1. */
  familyShare: number
}

/**
 * Share of a fund's latest 60 estimates within 10 % of the payment, shrunk to that of its family's latest 400 as if
 * those were ten more estimates: (close + 10 x family share) / (count + 10). Without a family record the family share
 * is one half.
 * @param own |estimate - actual| / actual of the fund's past estimates, oldest first; `family` likewise
 */
export function confidenceOf(own: readonly number[], family: readonly number[]): Confidence {
  const recent = own.slice(-recentEstimates)
  const recentFamily = family.slice(-recentFamilyEstimates)
  const familyShare = recentFamily.length === 0 ? 0.5 : countClose(recentFamily) / recentFamily.length
  const close = countClose(recent)
  const value = (close + familyCount * familyShare) / (recent.length + familyCount)
  return { value, close, count: recent.length, familyShare }
}

function countClose(errors: readonly number[]): number {
  return errors.filter((error) => error <= closeShare).length
}

/** |estimate - actual| / actual. For an actual of zero: 0 if the estimate is zero too, else infinite. */
export function relativeError(estimate: number, actual: number): number {
  if (actual === 0) return estimate === 0 ? 0 : Number.POSITIVE_INFINITY
  return Math.abs(estimate - actual) / actual
}

/**
 * Market Pulse Index: annualized estimated yield over annualized volatility, limited to 0.3..5. It says how many points
 * of yield the fund pays per point of volatility. A price that never moves gives 5.
 * @param amount dollars a share per payment
 * @param price dollars a share, above 0
 * @param volatility a fraction
 * @throws RangeError unless price > 0 and volatility >= 0
 */
export function marketPulse(amount: number, frequency: number, price: number, volatility: number): number {
  if (!(price > 0)) throw new RangeError(`marketPulse needs a price above 0, got ${price}`)
  if (!(volatility >= 0)) throw new RangeError(`marketPulse needs volatility >= 0, got ${volatility}`)
  const annualYield = (amount * frequency) / price
  return clip(volatility === 0 ? Number.POSITIVE_INFINITY : annualYield / volatility, 0.3, 5)
}

/** `percent` of the payment, to two decimals, over `estimates` past estimates. */
export type MedianError = { percent: number; estimates: number }

/** Median absolute error of backtested estimates, as on the accuracy page; null without any. */
export function medianError(
  past: readonly { origin: 'replayed' | 'live'; error_percent: number }[]
): MedianError | null {
  const sizes = past
    .filter(({ origin }) => origin === 'replayed')
    .map(({ error_percent }) => Math.abs(error_percent))
  return sizes.length === 0 ? null : { percent: roundTo(2, median(sizes)), estimates: sizes.length }
}
