import { mean } from '../numbers/averages.ts'
import { addDays } from '../market-days/days.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { confidenceOf, marketPulse } from './confidence.ts'
import { realisedVolatility } from './numbers/realised-volatility.ts'
import { roundAmount } from './numbers/round-amount.ts'
import type { Plan } from './plan.ts'
import { listReasons } from './reasons.ts'
import type { Estimate } from './types.ts'
import type { Forecast } from './walk-forward.ts'

/** A month, which is what past prices would describe instead, and the time in which a collection gets round to each fund. */
const freshOptionsDays = 31

/** A forecast with all that an estimate states; undefined with too few prices for a volatility. */
export function toEstimate(forecast: Forecast, plan: Plan): Estimate | undefined {
  const { question, asOf, frequency, nextPayDate } = plan
  const { fund, exDate } = question
  const { features, combined, factors, own, family } = forecast
  const volatility = volatilityOf(fund, asOf)
  const latest = fund.payments.at(-1)
  if (!volatility || !latest) return undefined
  const amount = roundAmount(combined.amount)
  const low = Math.min(amount, roundAmount(combined.amount * factors.low))
  const high = Math.max(amount, roundAmount(combined.amount * factors.high))
  const confidence = confidenceOf(own.relativeErrors, family.relativeErrors)
  return {
    status: 'estimated',
    symbol: fund.symbol,
    asOf,
    amount,
    low,
    high,
    rule: combined.leading.rule,
    frequency,
    nextExDate: exDate,
    nextPayDate,
    price: features.price,
    priceDate: features.priceDate,
    latestAmount: latest.amount,
    latestExDate: latest.exDate,
    averageAmount: roundAmount(mean(fund.payments.slice(-3).map((payment) => payment.amount))),
    ...volatility,
    // The unrounded amount: a split must not move the index.
    kFactor: marketPulse(combined.amount, frequency, features.price, volatility.volatility),
    weight: confidence.value,
    reasons: listReasons(forecast, { amount, low, high, confidence })
  }
}

function volatilityOf(
  { optionVolatility, closes, payments }: FundHistory,
  asOf: IsoDay
): Pick<Estimate, 'volatility' | 'volatilitySource'> | undefined {
  if (optionVolatility && optionVolatility.date >= addDays(asOf, -freshOptionsDays)) {
    return { volatility: optionVolatility.value, volatilitySource: 'options' }
  }
  const realised = realisedVolatility(closes, payments)
  return realised === undefined ? undefined : { volatility: realised, volatilitySource: 'realised' }
}
