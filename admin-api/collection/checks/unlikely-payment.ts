import { quantileLevels } from '../../numbers/interval-scores.ts'

/** Standard normal quantiles of 0.95 and 0.99. */
const [ofOuter, ofWide] = [1.645, 2.326]
/**
 * Least ratio between payment and estimate, in either direction. In the year to August 28, 2026, 362 of 6,180 payments
 * were outside of the 98 % range, 7 a week, most of them of funds that change little; 76 of them, 1.5 a week, also
 * differed by this ratio. With it, 80 % of doubled, 82 % of halved and 99 % of tenfold amounts are found; with 2, 45 %,
 * 50 % and 99 % (`npm run backtest -- --checks`).
 */
const leastRatio = 1.75

/**
 * The 98 % range of an estimate in dollars a share. The outer quantiles of 5 and 95 % are extended as in a normal
 * distribution of logarithms, because past errors are too few for a quantile of 1 %.
 * @param quantiles at quantileLevels, ascending, above zero
 */
export function wideRangeOf(quantiles: readonly number[]): { low: number; high: number } {
  const middle = quantiles[quantileLevels.indexOf(0.5)] ?? Number.NaN
  const extend = (outer: number) => middle * (outer / middle) ** (ofWide / ofOuter)
  return { low: extend(quantiles[0] ?? Number.NaN), high: extend(quantiles.at(-1) ?? Number.NaN) }
}

/** Whether a payment is so far from its estimate that a person should look at it; see leastRatio. */
export function isUnlikely(quantiles: readonly number[], amount: number): boolean {
  const middle = quantiles[quantileLevels.indexOf(0.5)] ?? 0
  if (middle <= 0) return false
  const { low, high } = wideRangeOf(quantiles)
  const isOutside = amount < low || amount > high
  return isOutside && (amount >= leastRatio * middle || amount * leastRatio <= middle)
}
