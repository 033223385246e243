import type { PaymentFeatures } from '../payment-features.ts'

/** A year's payments as a share of price; 1 % more than all of it, as the issuer's price day is not ours. */
const highestYearlyRate = 1.01

/**
 * The highest ln yield that a learning rule may predict: single-stock funds stop at a rate of 100 % a year, 1.92 % a
 * week, or at their last yield where that was higher. No limit for other families and longer periods.
 * Source: payments after rallies, October to December 2025, which gather at 1.92 to 1.95 % a week.
 */
export function highestLogYield({ family, period, logYields }: PaymentFeatures): number {
  if (family !== 'yieldmax-single' || period !== 'week') return Number.POSITIVE_INFINITY
  return Math.max(Math.log(highestYearlyRate / 52), logYields.at(-1) ?? Number.NEGATIVE_INFINITY)
}
