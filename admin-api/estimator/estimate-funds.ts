import { confidence, marketPulse } from './confidence.ts'
import { closeAt, stalePriceDays } from './history/closes.ts'
import { usualPayments } from './history/fund-memory.ts'
import { mean } from './numbers/averages.ts'
import { realisedVolatility } from './numbers/realised-volatility.ts'
import { explain } from './reasons.ts'
import { readFrequency } from './schedule/cadence.ts'
import { addDays, daysBetween, spellDay } from './schedule/days.ts'
import { addSessions } from './schedule/market-calendar.ts'
import { nextExDate, payDateFor } from './schedule/next-dates.ts'
import { fewestPayments } from './situation.ts'
import type { Estimate, EstimateResult, FundHistory, IsoDay, NoEstimate, PaymentFrequency } from './types.ts'
import { type Forecast, type Question, sessionsAhead, walk } from './walk.ts'

/** Changes whenever the same input may give another estimate. */
export const methodVersion = '3'

/** An option's volatility older than this says nothing about today. */
const freshOptionsDays = 7
const silentDaysWeekly = 45
const silentDaysLonger = 75
const recentEstimates = 60
const recentFamilyEstimates = 400

/** One question that can be asked, and what its answer needs besides. */
type Plan = { question: Question; frequency: PaymentFrequency; nextPayDate: IsoDay }

/**
 * The next distribution of each fund, in the order given, from what was known at the close of `asOf`; anything
 * later in the input is ignored. A fund of which less is known is estimated as of its own last known day. Pass all
 * funds together: rules are weighed and ranges drawn per family.
 */
export function estimateFunds(funds: readonly FundHistory[], asOf: IsoDay): EstimateResult[] {
  const known = funds.map((fund) => knownAt(fund, lastKnownDay(fund, asOf)))
  const plans = known.map((fund) => planFor(fund, lastKnownDay(fund, asOf)))
  const planByQuestion = new Map<Question, Plan>()
  for (const plan of plans) if ('question' in plan) planByQuestion.set(plan.question, plan)
  const estimates = new Map<Question, Estimate>()
  walk(known, [...planByQuestion.keys()], (forecast) => {
    const plan = planByQuestion.get(forecast.question)
    const estimate = plan && toEstimate(forecast, plan, lastKnownDay(plan.question.fund, asOf))
    if (estimate) estimates.set(forecast.question, estimate)
  })
  return plans.map((plan) => {
    if ('status' in plan) return plan
    const { fund } = plan.question
    const { symbol } = fund
    return (
      estimates.get(plan.question) ??
      noEstimate(
        'not-enough-data',
        symbol,
        lastKnownDay(fund, asOf),
        `Too few prices of ${symbol} are known to set a payment against`
      )
    )
  })
}

function lastKnownDay({ knownUntil }: FundHistory, asOf: IsoDay): IsoDay {
  return knownUntil !== undefined && knownUntil < asOf ? knownUntil : asOf
}

function knownAt(fund: FundHistory, asOf: IsoDay): FundHistory {
  const { optionVolatility, ...rest } = fund
  return {
    ...rest,
    payments: fund.payments.filter(({ exDate }) => exDate <= asOf),
    closes: fund.closes.filter(({ date }) => date <= asOf),
    ...(optionVolatility && optionVolatility.date <= asOf ? { optionVolatility } : {})
  }
}

/** What to ask, or why nothing can be asked. */
function planFor(fund: FundHistory, asOf: IsoDay): Plan | NoEstimate {
  const { symbol, family, closes } = fund
  const payments = usualPayments(fund.payments)
  const last = payments.at(-1)
  if (!last) return noEstimate('not-enough-data', symbol, asOf, `No payment of ${symbol} is known`)
  const frequency = readFrequency(payments.map(({ exDate }) => exDate))
  if (daysBetween(last.exDate, asOf) > (frequency === 52 ? silentDaysWeekly : silentDaysLonger)) {
    return noEstimate('inactive', symbol, asOf, `${symbol} has paid nothing since ${spellDay(last.exDate)}`)
  }
  if (payments.length < fewestPayments) {
    const known =
      payments.length === 1 ? `Only one payment of ${symbol} is` : `Only two payments of ${symbol} are`
    return noEstimate('not-enough-data', symbol, asOf, `${known} known and three are needed`)
  }
  const exDate = nextExDate({ family, frequency, payments }, asOf)
  const beforeEx = addSessions(exDate, -sessionsAhead)
  const cutoff = beforeEx < asOf ? beforeEx : asOf
  if (!closeAt(closes, asOf) || !closeAt(closes, cutoff)) return noPrice(fund, asOf)
  const question = { fund, exDate, cutoff }
  return { question, frequency, nextPayDate: payDateFor(exDate, payments) }
}

function noPrice({ symbol, closes }: FundHistory, asOf: IsoDay): NoEstimate {
  const latest = closes.at(-1)
  const since = latest ? `the last known one is of ${spellDay(latest.date)}` : 'none is known'
  const reason = `${symbol} has no price within ${stalePriceDays} days of ${spellDay(asOf)} (${since})`
  return noEstimate('not-enough-data', symbol, asOf, reason)
}

function noEstimate(status: NoEstimate['status'], symbol: string, asOf: IsoDay, reason: string): NoEstimate {
  return { status, symbol, asOf, message: `${reason}, so there is no estimate.` }
}

function toEstimate(forecast: Forecast, plan: Plan, asOf: IsoDay): Estimate | undefined {
  const { fund, exDate } = plan.question
  const { situation, chosen, factors, own, family } = forecast
  const volatility = volatilityOf(fund, asOf)
  const latest = fund.payments.at(-1)
  if (!volatility || !latest) return undefined
  const amount = toFourDecimals(chosen.amount)
  const low = Math.min(amount, toFourDecimals(chosen.amount * factors.low))
  const high = Math.max(amount, toFourDecimals(chosen.amount * factors.high))
  return {
    status: 'estimated',
    symbol: fund.symbol,
    asOf,
    amount,
    low,
    high,
    rule: chosen.leading.rule,
    frequency: plan.frequency,
    nextExDate: exDate,
    nextPayDate: plan.nextPayDate,
    price: situation.price,
    priceDate: situation.priceDate,
    latestAmount: latest.amount,
    latestExDate: latest.exDate,
    averageAmount: toFourDecimals(mean(fund.payments.slice(-3).map((payment) => payment.amount))),
    ...volatility,
    // The unrounded amount: a split must not move the index.
    kFactor: marketPulse(chosen.amount, plan.frequency, situation.price, volatility.volatility),
    weight: confidence(
      own.relativeErrors.slice(-recentEstimates),
      family.relativeErrors.slice(-recentFamilyEstimates)
    ),
    reasons: explain(forecast, { amount, low, high })
  }
}

function volatilityOf(
  { optionVolatility, closes, payments }: FundHistory,
  asOf: IsoDay
): { volatility: number; volatilitySource: 'options' | 'realised' } | undefined {
  if (optionVolatility && optionVolatility.date >= addDays(asOf, -freshOptionsDays)) {
    return { volatility: optionVolatility.value, volatilitySource: 'options' }
  }
  const realised = realisedVolatility(closes, payments)
  return realised === undefined ? undefined : { volatility: realised, volatilitySource: 'realised' }
}

function toFourDecimals(amount: number): number {
  return Math.round(amount * 1e4) / 1e4
}
