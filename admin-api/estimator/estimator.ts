/**
 * The estimator as the rest of the project uses it; nothing else in this folder is imported from outside. One walk
 * through time makes the estimates, their explanations and the record of past estimates, so that they can't differ in
 * method.
 */
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { toExplanation } from './explanation.ts'
import { knownAt, noEstimate, type Plan, planEstimate } from './plan.ts'
import { toEstimate } from './to-estimate.ts'
import type { Estimate, EstimateResult, Explanation, ReplayedPayment } from './types.ts'
import { type Forecast, type Question, walkForward } from './walk-forward.ts'

export type {
  Estimate,
  EstimateResult,
  Explanation,
  PricedPayment,
  ReplayedPayment
} from './types.ts'

/** Changes whenever the same input may give another estimate. */
export const methodVersion = '5'

/** What one walk through history says. */
export type Walk = {
  /** Of each fund, in the order given. */
  results: EstimateResult[]
  /** How each estimate among the results came about. */
  explanations: Explanation[]
  /** As replay() would say; without another walk, but where something is known from after `asOf`. */
  replayed: () => ReplayedPayment[]
}

/**
 * The next distribution of each fund from what was known at the close of `asOf`; anything later in the input is
 * ignored. A fund of which less is known is estimated as of its own last known day. Pass all funds together: rules
 * are weighted and ranges drawn per family.
 */
export function walkHistory(funds: readonly FundHistory[], asOf: IsoDay): Walk {
  const known = funds.map((fund) => knownAt(fund, asOf))
  const plans = known.map((fund) => planEstimate(fund, asOf))
  const planByQuestion = new Map<Question, Plan>()
  for (const plan of plans) if ('question' in plan) planByQuestion.set(plan.question, plan)
  const estimates = new Map<Question, Estimate>()
  const explanations: Explanation[] = []
  const replayed: ReplayedPayment[] = []
  walkForward(known, [...planByQuestion.keys()], (forecast) => {
    const plan = planByQuestion.get(forecast.question)
    replayed.push(...toReplayed(forecast))
    const estimate = plan && toEstimate(forecast, plan)
    if (estimate === undefined) return
    estimates.set(forecast.question, estimate)
    explanations.push(toExplanation(forecast))
  })
  const results = plans.map((plan) => {
    if ('status' in plan) return plan
    const { question, asOf: day } = plan
    const { symbol } = question.fund
    const reason = `Too few prices of ${symbol} are known to set a payment against`
    return estimates.get(question) ?? noEstimate('not-enough-data', symbol, day, reason)
  })
  const isAllKnown = funds.every(({ payments }, i) => payments.length === known[i]?.payments.length)
  return { results, explanations, replayed: () => (isAllKnown ? replayed : replay(funds)) }
}

/** The results alone of walkHistory(). */
export function estimateFunds(funds: readonly FundHistory[], asOf: IsoDay): EstimateResult[] {
  return walkHistory(funds, asOf).results
}

/**
 * Estimates every past payment again from what was known at the close two sessions before its ex-date.
 * Payments without enough known before them (three payments, a price) are left out.
 * @returns by cutoff, then symbol
 */
export function replay(funds: readonly FundHistory[]): ReplayedPayment[] {
  const replayed: ReplayedPayment[] = []
  walkForward(funds, [], (forecast) => replayed.push(...toReplayed(forecast)))
  return replayed
}

/** Nothing for a payment that is still to come. */
function toReplayed({ question, combined, factors }: Forecast): ReplayedPayment[] {
  const { fund, exDate, amount } = question
  if (amount === undefined) return []
  return [
    {
      symbol: fund.symbol,
      exDate,
      estimate: combined.amount,
      low: combined.amount * factors.low,
      high: combined.amount * factors.high,
      actual: amount,
      rule: combined.leading.rule
    }
  ]
}
