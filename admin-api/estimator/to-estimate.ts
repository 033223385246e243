import { closeAt, priceDayOf } from '../market-days/closes.ts'
import { addDays } from '../market-days/days.ts'
import type { Close, FundHistory, IsoDay, Payment } from '../market-days/types.ts'
import { roundAmount } from '../numbers/format-numbers.ts'
import { mean } from '../numbers/statistics.ts'
import { confidenceOf, marketPulse } from './confidence.ts'
import { describeOneOffs } from './one-offs.ts'
import type { Plan } from './plan.ts'
import { rangeOf } from './range.ts'
import { explainRule } from './reason-sentences.ts'
import { listReasons } from './reasons.ts'
import type { Estimate, Explanation, PricedPayment, RuleContribution } from './types.ts'
import type { Forecast } from './walk-forward.ts'
import { paidBetween } from './week-returns.ts'

/** Completes a forecast to an estimate; undefined with too few prices for a volatility. */
export function toEstimate(forecast: Forecast, plan: Plan): Estimate | undefined {
  const { target, asOf, frequency, nextPayDate, exDateRange } = plan
  const { fund, exDate } = target
  const { features, combined, factors, own, family } = forecast
  const volatility = volatilityOf(fund, asOf)
  const latest = fund.payments.at(-1)
  if (!volatility || !latest) return undefined
  const amount = roundAmount(combined.amount)
  const quantiles = factors.map((factor) => roundAmount(combined.amount * factor))
  const { low, high } = rangeOf(quantiles)
  const confidence = confidenceOf(own.relativeErrors, family.relativeErrors)
  return {
    status: 'estimated',
    symbol: fund.symbol,
    asOf,
    amount,
    low,
    high,
    quantiles,
    rule: combined.leading.rule,
    frequency,
    nextExDate: exDate,
    nextPayDate,
    exDateRange,
    price: features.price,
    priceDate: features.priceDate,
    latestAmount: latest.amount,
    latestExDate: latest.exDate,
    averageAmount: roundAmount(mean(fund.payments.slice(-3).map((payment) => payment.amount))),
    ...volatility,
    // The unrounded amount, so that a split does not move the index.
    kFactor: marketPulse(combined.amount, frequency, features.price, volatility.volatility),
    weight: confidence.value,
    oneOffs: describeOneOffs(features, asOf),
    reasons: listReasons(forecast, { amount, low, high, confidence })
  }
}

/** Collections reach each fund within a month, and the past prices used without options look back as far. */
const freshOptionsDays = 31

function volatilityOf(
  { optionVolatility, closes, payments }: FundHistory,
  asOf: IsoDay
): Pick<Estimate, 'volatility' | 'volatilitySource'> | undefined {
  if (optionVolatility && optionVolatility.date >= addDays(asOf, -freshOptionsDays)) {
    return { volatility: optionVolatility.value, volatilitySource: 'options' }
  }
  const realized = realizedVolatility(closes, payments)
  return realized === undefined ? undefined : { volatility: realized, volatilitySource: 'realised' }
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

/** Lists the steps of a forecast for a reader who wants to follow each. */
export function toExplanation(forecast: Forecast): Explanation {
  const { target, combined } = forecast
  const { fund, exDate, cutoff } = target
  return {
    symbol: fund.symbol,
    exDate,
    cutoff,
    amount: roundAmount(combined.amount),
    payments: fund.payments.slice(-latestPriced).map((payment) => pricePayment(fund, payment)),
    contributions: listContributions(forecast),
    leadingShare: combined.share
  }
}

function listContributions({ features, ruleForecasts, combined }: Forecast): RuleContribution[] {
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

function pricePayment({ traits, closes }: FundHistory, { exDate, amount }: Payment): PricedPayment {
  const close = closeAt(closes, priceDayOf(exDate, traits))
  return { exDate, amount, price: close?.close ?? null, priceDate: close?.date ?? null }
}
