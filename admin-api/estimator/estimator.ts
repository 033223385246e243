/**
 * Public interface of the estimator, apart from medianError in confidence.ts. Current estimates, their explanations and
 * the backtest come from one walk through time, so they can't differ in method.
 */
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import type { EstimateResult } from './walk-known.ts'
import { walkHistory } from './walker.ts'

export { logRatio } from './combine-forecasts.ts'
export { minPayments } from './payment-features.ts'
export { frequencyNow } from './plan.ts'
export { factorsWithoutErrors } from './range.ts'
export { marketVolatilityIndex, usesMarketVolatility } from './rules/fixed-rules.ts'
export type { Estimate, Explanation } from './to-estimate.ts'
export { type BacktestedPayment, backtest, backtestDaily, type EstimateResult } from './walk-known.ts'
export { createWalker, type Walk, walkHistory } from './walker.ts'

/** Changes whenever the same input may give another estimate; the track record is then backtested again. */
export const methodVersion = '10'

/**
 * Only the results of walkHistory(). All funds must be passed together, because they share what rules learn.
 */
export function estimateFunds(funds: readonly FundHistory[], asOf: IsoDay): EstimateResult[] {
  return walkHistory(funds, asOf).results
}
