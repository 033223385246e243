/**
 * Public interface of the estimator, apart from medianError in confidence.ts. Current estimates, their explanations and
 * the backtest come from one walk through time, so they can't differ in method.
 */
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import type { EstimateResult } from './types.ts'
import { type Walk, walkOnce } from './walker.ts'

export { logRatio } from './combine-forecasts.ts'
export { minPayments } from './payment-features.ts'
export { frequencyNow } from './plan.ts'
export { factorsWithoutErrors } from './range.ts'
export { marketVolatilityIndex, usesMarketVolatility } from './rules/fixed-rules.ts'
export type { BacktestedPayment, Estimate, EstimateResult, Explanation, PricedPayment } from './types.ts'
export { backtest } from './walk-known.ts'
export { createWalker, type Walk } from './walker.ts'

/** Changes whenever the same input may give another estimate; the track record is then backtested again. */
export const methodVersion = '8'

/**
 * Estimates the next distribution of each fund from what was known at the close of `asOf`; later facts in the input are
 * ignored. A fund with older data is estimated as of its own last known day. All funds must be passed together, because
 * rules are weighted and ranges calculated per family.
 */
export function walkHistory(funds: readonly FundHistory[], asOf: IsoDay): Walk {
  return walkOnce(funds, asOf)
}

/** Only the results of walkHistory(). */
export function estimateFunds(funds: readonly FundHistory[], asOf: IsoDay): EstimateResult[] {
  return walkHistory(funds, asOf).results
}
