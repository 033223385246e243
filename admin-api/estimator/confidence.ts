import { clip } from '../numbers/averages.ts'

/** An estimate counts as close when it lies within this share of the payment. */
export const closeShare = 0.1

/** How many of the latest past estimates it looks back on: the fund's own, and its family's. */
const recentEstimates = 60
const recentFamilyEstimates = 400
const familyCount = 10

/** Confidence and what it is made of; `value` and `familyShare` are from 0 to 1. */
export type Confidence = { value: number; close: number; count: number; familyShare: number }

/**
 * The share of a fund's latest 60 estimates within 10 % of the payment, drawn towards that of its family's latest 400 as
 * if those were ten more estimates: (close + 10 x family share) / (count + 10). With no family record either, one half
 * stands in.
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

/** |estimate - actual| / actual; for an actual of zero 0 if the estimate is zero too, else infinite. */
export function relativeError(estimate: number, actual: number): number {
  if (actual === 0) return estimate === 0 ? 0 : Number.POSITIVE_INFINITY
  return Math.abs(estimate - actual) / actual
}

/**
 * Market Pulse Index: the annualised estimated payout as a share of price over annualised volatility, between
 * 0.3 and 5: the points of yield the fund pays for each point of volatility. A price that never moves gives 5.
 * @param amount dollars a share a payment
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
