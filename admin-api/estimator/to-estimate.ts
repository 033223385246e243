import { closeAt, priceDayOf } from '../market-days/closes.ts'
import { addDays } from '../market-days/days.ts'
import type { DayRange } from '../market-days/ex-date-range.ts'
import type { Close, FundHistory, IsoDay, Payment, PaymentFrequency } from '../market-days/types.ts'
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

/** Annualized volatility, a fraction, and its source. */
type Volatility = { volatility: number; volatilitySource: 'options' | 'realised' }

/** Estimate of the next distribution. Money is dollars a share on today's basis. */
export type Estimate = Volatility & {
  status: 'estimated'
  symbol: string
  asOf: IsoDay
  /** low <= amount <= high. The range should contain 80 % of outcomes. */
  amount: number
  low: number
  high: number
  /** Quantiles of the payment at quantileLevels, ascending; amount, low and high are three of them. */
  quantiles: number[]
  /** The rule with the largest weight in `amount`, e.g. 'last-yield'. */
  rule: string
  frequency: PaymentFrequency
  nextExDate: IsoDay
  nextPayDate: IsoDay
  /** Days between which nextExDate should lie in 8 of 10 cases; null where past ones were exact. */
  exDateRange: DayRange | null
  /** The close that the estimate uses. */
  price: number
  priceDate: IsoDay
  /** The latest regular payment. */
  latestAmount: number
  latestExDate: IsoDay
  /** Mean of the last three regular amounts. */
  averageAmount: number
  /** Market Pulse Index, 0.3 to 5, of the unrounded amount, so that a split does not move it. */
  kFactor: number
  /** Confidence, 0 to 1. */
  weight: number
  /** Past one-off payments around New Year, in their season; null otherwise. */
  oneOffs: string | null
  /** Why this amount: three to seven sentences built from the figures used. */
  reasons: string[]
}

/** The steps by which one current estimate was made, for a reader who wants to follow each. */
export type Explanation = {
  symbol: string
  /** Expected ex-date. */
  exDate: IsoDay
  /** Day of the newest fact used. */
  cutoff: IsoDay
  /** Dollars a share, four decimals, as in the estimate. */
  amount: number
  /** The fund's latest six payments as the rules see them, oldest first. */
  payments: PricedPayment[]
  /** The leading rule first, then by distance from the estimate. */
  contributions: Contribution[]
  /** The leading rule's share of all weights, 0 to 1. */
  leadingShare: number
}

/** A payment in dollars a share, and the close of its price day; null if there is none. */
type PricedPayment = { exDate: IsoDay; amount: number; price: number | null; priceDate: IsoDay | null }

/** A rule's forecast in dollars a share, four decimals, and the sentence that explains it. */
type Contribution = { rule: string; amount: number; sentence: string; isLeading: boolean }

/**
 * Completes a forecast to an estimate of the next distribution, made only from what was known at the close of `asOf`;
 * undefined with too few prices for a volatility.
 */
export function toEstimate(forecast: Forecast, plan: Plan): Estimate | undefined {
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
    averageAmount: roundAmount(mean(usual.slice(-3).map((payment) => payment.amount))),
    ...volatility,
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
): Volatility | undefined {
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

function listContributions({ features, ruleForecasts, combined }: Forecast): Contribution[] {
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
