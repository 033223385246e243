import { closeAt } from '../market-days/closes.ts'
import { priceDayOf } from '../market-days/price-day.ts'
import type { FundHistory, Payment } from '../market-days/types.ts'
import { roundAmount } from './numbers/round-amount.ts'
import { explainRule } from './rules/table.ts'
import type { Explanation, PricedPayment, RuleContribution } from './types.ts'
import type { Forecast } from './walk-forward.ts'

const latestPriced = 6

/** One forecast taken apart, for a reader who wants to follow each step. */
export function toExplanation(forecast: Forecast): Explanation {
  const { question, combined } = forecast
  const { fund, exDate, cutoff } = question
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
    .map((forecast) => {
      const amount = roundAmount(forecast.amount)
      const { rule } = forecast
      const sentence = explainRule(rule, features, amount)
      return { rule, amount, sentence, isLeading: rule === combined.leading.rule }
    })
    .sort(
      (a, b) =>
        Number(b.isLeading) - Number(a.isLeading) ||
        Math.abs(a.amount - combined.amount) - Math.abs(b.amount - combined.amount)
    )
}

function pricePayment({ closes }: FundHistory, { exDate, amount }: Payment): PricedPayment {
  const close = closeAt(closes, priceDayOf(exDate))
  return { exDate, amount, price: close?.close ?? null, priceDate: close?.date ?? null }
}
