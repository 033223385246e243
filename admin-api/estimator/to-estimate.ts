import { closeAt, priceDayOf } from '../market-days/closes.ts'
import { addDays } from '../market-days/days.ts'
import type { Close, FundHistory, IsoDay, Payment } from '../market-days/types.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { roundAmount } from '../numbers/format-numbers.ts'
import { mean } from '../numbers/statistics.ts'
import { confidenceOf, marketPulse } from './confidence.ts'
import { describeOneOffs } from './one-offs.ts'
import type { Plan } from './plan.ts'
import { rangeOf } from './range.ts'
import { explainRule } from './reason-sentences.ts'
import { listReasons } from './reasons.ts'
import type { Forecast } from './walk-forward.ts'
import { paidBetween } from './week-returns.ts'

/**
 * Completes a forecast to an estimate of the next distribution, made only from what was known at the close of `asOf`;
 * undefined with too few prices for a volatility.
 */
export function toEstimate(forecast: Forecast, plan: Plan) {
  const { target, asOf, frequency, nextPayDate, exDateRange } = plan
  const { fund, exDate } = target
  const { features, combined, factors, own, family } = forecast
  const volatility = volatilityOf(fund, asOf)
  const usual = usualPayments(fund.payments)
  const latest = usual.at(-1)
  if (!volatility || !latest) return undefined
  const amount = roundAmount(combined.amount)
  const quantiles = factors.map((factor) => roundAmount(combined.amount * factor))
  const { low, high } = rangeOf(quantiles)
  const confidence = confidenceOf(own.relativeErrors, family.relativeErrors)
  return {
    status: 'estimated' as const,
    symbol: fund.symbol,
    asOf,
    /** Dollars a share on today's basis; low <= amount <= high. The range should contain 80 % of outcomes. */
    amount,
    low,
    high,
    /** Quantiles of the payment at quantileLevels, ascending; amount, low and high are three of them. */
    quantiles,
    /** The rule with the largest weight in `amount`, e.g. 'last-yield'. */
    rule: combined.leading.rule,
    frequency,
    nextExDate: exDate,
    nextPayDate,
    /** Days between which nextExDate should lie in 8 of 10 cases; null where past ones were exact. */
    exDateRange,
    price: features.price,
    priceDate: features.priceDate,
    /** The latest regular payment. */
    latestAmount: latest.amount,
    latestExDate: latest.exDate,
    /** Mean of the last three regular amounts, dollars a share. */
    averageAmount: roundAmount(mean(usual.slice(-3).map((payment) => payment.amount))),
    ...volatility,
    /** Market Pulse Index, 0.3 to 5, of the unrounded amount, so that a split does not move it. */
    kFactor: marketPulse(combined.amount, frequency, features.price, volatility.volatility),
    /** Confidence, 0 to 1. */
    weight: confidence.value,
    /** Past one-off payments around New Year, in their season; null otherwise. */
    oneOffs: describeOneOffs(features, asOf),
    /** Why this amount: three to seven sentences built from the figures used. */
    reasons: listReasons(forecast, { amount, low, high, confidence })
  }
}

export type Estimate = NonNullable<ReturnType<typeof toEstimate>>

/** Collections reach each fund within a month, and the past prices used without options look back as far. */
const freshOptionsDays = 31

/** Annualized volatility, a fraction, and its source. */
function volatilityOf({ optionVolatility, closes, payments }: FundHistory, asOf: IsoDay) {
  if (optionVolatility && optionVolatility.date >= addDays(asOf, -freshOptionsDays)) {
    return { volatility: optionVolatility.value, volatilitySource: 'options' as const }
  }
  const realized = realizedVolatility(closes, payments)
  return realized === undefined ? undefined : { volatility: realized, volatilitySource: 'realised' as const }
}

const sessionsPerYear = 252

/**
 * Annualized volatility of total return: sample standard deviation of the last `sessions` daily returns
 * ln((close + distributions going ex) / close before), times sqrt(252). A distribution that goes ex between two closes
 * counts with the later one.
 * Convention: RiskMetrics technical document (1996), 252 sessions a year.
 *
 * @param closes ascending, up to the day of the estimate; dollars a share
 * @returns a fraction, or undefined with fewer than 5 returns
 */
export function realizedVolatility(
  closes: readonly Close[],
  payments: readonly Payment[],
  sessions = 21
): number | undefined {
  const recent = closes.slice(-(sessions + 1))
  const returns = recent.flatMap(({ date, close }, i) => {
    const before = recent[i - 1]
    return before ? [Math.log((close + paidBetween(payments, before.date, date)) / before.close)] : []
  })
  if (returns.length < 5) return undefined
  const average = mean(returns)
  const squares = returns.reduce((sum, value) => sum + (value - average) ** 2, 0)
  return Math.sqrt((squares / (returns.length - 1)) * sessionsPerYear)
}

const latestPriced = 6

/** Lists the steps by which one current estimate was made, for a reader who wants to follow each. */
export function toExplanation(forecast: Forecast) {
  const { target, combined } = forecast
  const { fund, exDate, cutoff } = target
  return {
    symbol: fund.symbol,
    /** Expected ex-date. */
    exDate,
    /** Day of the newest fact used. */
    cutoff,
    /** Dollars a share, four decimals, as in the estimate. */
    amount: roundAmount(combined.amount),
    /** The fund's latest six payments as the rules see them, oldest first. */
    payments: fund.payments.slice(-latestPriced).map((payment) => pricePayment(fund, payment)),
    contributions: listContributions(forecast),
    /** The leading rule's share of all weights, 0 to 1. */
    leadingShare: combined.share
  }
}

export type Explanation = ReturnType<typeof toExplanation>

/**
 * Each rule's forecast in dollars a share, four decimals, and the sentence that explains it: the leading rule first, then
 * by distance from the estimate.
 */
function listContributions({ features, ruleForecasts, combined }: Forecast) {
  return ruleForecasts
    .map(({ rule, amount: unrounded }) => {
      const amount = roundAmount(unrounded)
      const sentence = explainRule(rule, features, amount)
      return { rule, amount, sentence, isLeading: rule === combined.leading.rule }
    })
    .sort(
      (a, b) =>
        Number(b.isLeading) - Number(a.isLeading) ||
        Math.abs(a.amount - combined.amount) - Math.abs(b.amount - combined.amount)
    )
}

/** A payment in dollars a share, and the close of its price day; null if there is none. */
function pricePayment({ traits, closes }: FundHistory, { exDate, amount }: Payment) {
  const close = closeAt(closes, priceDayOf(exDate, traits))
  return { exDate, amount, price: close?.close ?? null, priceDate: close?.date ?? null }
}
