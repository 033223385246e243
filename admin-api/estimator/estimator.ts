/**
 * Public interface of the estimator, apart from medianError in confidence.ts. Current estimates, their explanations and
 * the backtest come from one walk through time, so they can't differ in method.
 */
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { knownAt, noEstimate, type Plan, planEstimate } from './plan.ts'
import { rangeOf } from './range.ts'
import { toEstimate, toExplanation } from './to-estimate.ts'
import type { BacktestedPayment, Estimate, EstimateResult, Explanation } from './types.ts'
import { type Forecast, type ForecastTarget, walkForward } from './walk-forward.ts'

export { logRatio } from './combine-forecasts.ts'
export { factorsWithoutErrors } from './range.ts'
export type { BacktestedPayment, Estimate, EstimateResult, Explanation, PricedPayment } from './types.ts'

/** Changes whenever the same input may give another estimate; the track record is then backtested again. */
export const methodVersion = '7'

/** Result of one walk-forward run. */
export type Walk = {
  /** One per fund, in the given order. */
  results: EstimateResult[]
  /** One per estimate among the results. */
  explanations: Explanation[]
  /** Result of backtest(); needs a second run only if the input contains payments after `asOf`. */
  backtested: () => BacktestedPayment[]
}

/**
 * Estimates the next distribution of each fund from what was known at the close of `asOf`; later facts in the input are
 * ignored. A fund with older data is estimated as of its own last known day. All funds must be passed together, because
 * rules are weighted and ranges drawn per family.
 */
export function walkHistory(funds: readonly FundHistory[], asOf: IsoDay): Walk {
  const known = funds.map((fund) => knownAt(fund, asOf))
  const plans = known.map((fund) => planEstimate(fund, asOf))
  const planByTarget = new Map<ForecastTarget, Plan>()
  for (const plan of plans) if ('target' in plan) planByTarget.set(plan.target, plan)
  const estimates = new Map<ForecastTarget, Estimate>()
  const explanations: Explanation[] = []
  const backtested: BacktestedPayment[] = []
  walkForward(known, [...planByTarget.keys()], (forecast) => {
    const plan = planByTarget.get(forecast.target)
    backtested.push(...toBacktested(forecast))
    const estimate = plan && toEstimate(forecast, plan)
    if (estimate === undefined) return
    estimates.set(forecast.target, estimate)
    explanations.push(toExplanation(forecast))
  })
  const results = plans.map((plan) => {
    if ('status' in plan) return plan
    const { target, asOf: day } = plan
    const { symbol } = target.fund
    const reason = `Too few prices of ${symbol} are known to set a payment against`
    return estimates.get(target) ?? noEstimate('not-enough-data', symbol, day, reason)
  })
  const isAllKnown = funds.every(({ payments }, i) => payments.length === known[i]?.payments.length)
  return { results, explanations, backtested: () => (isAllKnown ? backtested : backtest(funds)) }
}

/** The results of walkHistory() alone. */
export function estimateFunds(funds: readonly FundHistory[], asOf: IsoDay): EstimateResult[] {
  return walkHistory(funds, asOf).results
}

/**
 * Estimates every past payment from what was known at the close two sessions before its ex-date. Payments with too
 * little known before them (three payments and a price) are left out.
 * @returns by cutoff, then symbol
 */
export function backtest(funds: readonly FundHistory[]): BacktestedPayment[] {
  const backtested: BacktestedPayment[] = []
  walkForward(funds, [], (forecast) => backtested.push(...toBacktested(forecast)))
  return backtested
}

/** Empty for a payment that is still to come. */
function toBacktested({ target, combined, factors }: Forecast): BacktestedPayment[] {
  const { fund, exDate, amount } = target
  if (amount === undefined) return []
  const quantiles = factors.map((factor) => combined.amount * factor)
  return [
    {
      symbol: fund.symbol,
      exDate,
      estimate: combined.amount,
      ...rangeOf(quantiles),
      quantiles,
      actual: amount,
      rule: combined.leading.rule
    }
  ]
}
