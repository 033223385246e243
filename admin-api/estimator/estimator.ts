/**
 * The estimator as the rest of the project uses it; nothing else in this folder is imported from outside. Every
 * function here runs the same walk through time, so an estimate, its explanation and the record of past estimates
 * can't differ in method.
 */
import type { FundHistory, IsoDay } from '../domain/types.ts'
import { toExplanation } from './explanation.ts'
import { knownAt, noEstimate, type Plan, planEstimate } from './plan.ts'
import { toEstimate } from './to-estimate.ts'
import type { EstimateResult, Explanation, ReplayedPayment } from './types.ts'
import { type Question, walkForward } from './walk-forward.ts'

export type {
  Estimate,
  EstimateResult,
  PricedPayment,
  ReplayedPayment
} from './types.ts'

/** Changes whenever the same input may give another estimate. */
export const methodVersion = '5'

/**
 * The next distribution of each fund, in the order given, from what was known at the close of `asOf`; anything
 * later in the input is ignored. A fund of which less is known is estimated as of its own last known day. Pass all
 * funds together: rules are weighted and ranges drawn per family.
 */
export function estimateFunds(funds: readonly FundHistory[], asOf: IsoDay): EstimateResult[] {
  const known = funds.map((fund) => knownAt(fund, asOf))
  const plans = known.map((fund) => planEstimate(fund, asOf))
  const planByQuestion = new Map<Question, Plan>()
  for (const plan of plans) if ('question' in plan) planByQuestion.set(plan.question, plan)
  const estimates = new Map<Question, EstimateResult>()
  walkForward(known, [...planByQuestion.keys()], (forecast) => {
    const plan = planByQuestion.get(forecast.question)
    const estimate = plan && toEstimate(forecast, plan)
    if (estimate) estimates.set(forecast.question, estimate)
  })
  return plans.map((plan) => {
    if ('status' in plan) return plan
    const { question, asOf: day } = plan
    const { symbol } = question.fund
    const reason = `Too few prices of ${symbol} are known to set a payment against`
    return estimates.get(question) ?? noEstimate('not-enough-data', symbol, day, reason)
  })
}

/**
 * How the estimate of one fund came about: what estimateFunds does for it, taken apart. Undefined where the fund has
 * no estimate.
 * @param funds all of them, as for estimateFunds
 */
export function explainEstimate(
  funds: readonly FundHistory[],
  symbol: string,
  asOf: IsoDay
): Explanation | undefined {
  const known = funds.map((fund) => knownAt(fund, asOf))
  const fund = known.find((one) => one.symbol === symbol)
  const plan = fund && planEstimate(fund, asOf)
  if (plan === undefined || 'status' in plan) return undefined
  let explanation: Explanation | undefined
  walkForward(known, [plan.question], (forecast) => {
    if (forecast.question === plan.question) explanation = toExplanation(forecast)
  })
  return explanation
}

/**
 * Estimates every past payment again from what was known at the close two sessions before its ex-date.
 * Payments without enough known before them (three payments, a price) are left out.
 * @returns by cutoff, then symbol
 */
export function replay(funds: readonly FundHistory[]): ReplayedPayment[] {
  const replayed: ReplayedPayment[] = []
  walkForward(funds, [], ({ question, combined, factors }) => {
    const { fund, exDate, amount } = question
    if (amount === undefined) return
    replayed.push({
      symbol: fund.symbol,
      exDate,
      estimate: combined.amount,
      low: combined.amount * factors.low,
      high: combined.amount * factors.high,
      actual: amount,
      rule: combined.leading.rule
    })
  })
  return replayed
}
