import { priceDayOf } from '../market-days/closes.ts'
import { addDays, earlierOf } from '../market-days/days.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { type NoEstimate, noEstimate, type Plan, planEstimate } from './plan.ts'
import { rangeOf } from './range.ts'
import { type Estimate, type Explanation, toEstimate, toExplanation } from './to-estimate.ts'
import { type Checkpoint, type Forecast, type ForecastTarget, walkForward } from './walk-forward.ts'

export type EstimateResult = Estimate | NoEstimate

/** The estimate that would have been made for a past payment, and the actual amount; dollars a share, unrounded. */
export type BacktestedPayment = {
  symbol: string
  exDate: IsoDay
  estimate: number
  /** The 80 % range. */
  low: number
  high: number
  /** At quantileLevels, ascending; estimate, low and high are three of them. */
  quantiles: number[]
  actual: number
  /** The rule with the largest weight in the estimate. */
  rule: string
}

/** `backtested` has all payments that were known at the day of the estimates. */
export type KnownWalk = {
  /** One per fund, in the given order. */
  results: EstimateResult[]
  /** One per estimate among the results. */
  explanations: Explanation[]
  backtested: BacktestedPayment[]
}

/** A walk up to a checkpoint, and the backtested payments up to there. */
export type FirstPart = Checkpoint & { backtested: readonly BacktestedPayment[] }

/** Most changes concern payments of the last weeks. */
const recentDays = 28

/**
 * Estimates from the facts that are known at the close of `asOf`; see walkHistory().
 * @param first part to continue from, if the facts up to its day are the same
 * @param onFirstPart receives the part up to some weeks ago
 */
export function walkKnown(
  known: readonly FundHistory[],
  asOf: IsoDay,
  { first, onFirstPart }: { first?: FirstPart | undefined; onFirstPart?: (part: FirstPart) => void } = {}
): KnownWalk {
  const plans = known.map((fund) => planEstimate(fund, asOf))
  const planByTarget = new Map<ForecastTarget, Plan>()
  for (const plan of plans) if ('target' in plan) planByTarget.set(plan.target, plan)
  const estimates = new Map<ForecastTarget, Estimate>()
  const explanations: Explanation[] = []
  const upcoming = [...planByTarget.keys()]
  const isUsable = upcoming.every(({ cutoff }) => first === undefined || cutoff > first.day)
  const start = isUsable ? first : undefined
  const backtested = [...(start?.backtested ?? [])]
  const oldest = upcoming.reduce((day, { cutoff }) => earlierOf(day, cutoff), asOf)
  walkForward(
    known,
    upcoming,
    (forecast) => {
      const plan = planByTarget.get(forecast.target)
      backtested.push(...toBacktested(forecast))
      const estimate = plan && toEstimate(forecast, plan)
      if (estimate === undefined) return
      estimates.set(forecast.target, estimate)
      explanations.push(toExplanation(forecast))
    },
    {
      start,
      ...(onFirstPart && {
        checkpoint: {
          day: addDays(earlierOf(addDays(asOf, -recentDays), oldest), -1),
          save: (checkpoint) => onFirstPart({ ...checkpoint, backtested: [...backtested] })
        }
      })
    }
  )
  const results = plans.map((plan) => {
    if ('status' in plan) return plan
    const { target, asOf: day } = plan
    const { symbol } = target.fund
    const reason = `Too few prices of ${symbol} are known`
    return estimates.get(target) ?? noEstimate('not-enough-data', symbol, day, reason)
  })
  return { results, explanations, backtested: onlyRegular(backtested, known) }
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

/**
 * Estimates every past payment from what was known at the close two sessions before its ex-date. Payments with too
 * little known before them (three payments and a price) are left out.
 * @returns by cutoff, then symbol
 */
export function backtest(funds: readonly FundHistory[]): BacktestedPayment[] {
  const backtested: BacktestedPayment[] = []
  walkForward(funds, [], (forecast) => backtested.push(...toBacktested(forecast)))
  return onlyRegular(backtested, funds)
}

/** Leaves out residual and special payments: what is estimated is the regular payment next to them. */
function onlyRegular(
  backtested: readonly BacktestedPayment[],
  funds: readonly FundHistory[]
): BacktestedPayment[] {
  const regularDaysOf = new Map(
    funds.map(({ symbol, payments }) => [
      symbol,
      new Set(usualPayments(payments).map(({ exDate }) => exDate))
    ])
  )
  return backtested.filter(({ symbol, exDate }) => regularDaysOf.get(symbol)?.has(exDate))
}

/**
 * Estimates of each fund's next payment at the close of each of these days (ascending), from what was known then. As in
 * backtest(), only its ex-date counts as known.
 * @returns ascending by day for each fund
 */
export function backtestDaily(funds: readonly FundHistory[], days: readonly IsoDay[]) {
  const dayOf = new Map<ForecastTarget, IsoDay>()
  for (const fund of funds) {
    const payments = usualPayments(fund.payments)
    for (const day of days) {
      const exDate = payments.find((payment) => payment.exDate > day)?.exDate
      if (exDate === undefined) continue
      dayOf.set({ fund, exDate, cutoff: earlierOf(day, priceDayOf(exDate, fund.traits)) }, day)
    }
  }
  const estimates: { symbol: string; day: IsoDay; amount: number }[] = []
  walkForward(funds, [...dayOf.keys()], ({ target, combined }) => {
    const day = dayOf.get(target)
    if (day !== undefined) estimates.push({ symbol: target.fund.symbol, day, amount: combined.amount })
  })
  return estimates
}
