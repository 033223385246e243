import type { RuleForecast } from '../combine-forecasts.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import { halfRally, likeWeeks, monthVolatility, rallyRegression, returnRegression } from './fitted-rules.ts'
import {
  impliedVolatility,
  lastAmount,
  lastYield,
  longYield,
  lookThrough,
  middleYield,
  smoothYield,
  stepRate
} from './fixed-rules.ts'
import { type Models, predictChange, updateModel } from './models.ts'
import type { FittedRule, Rule } from './rule.ts'
import { weekGain } from './week-gain.ts'

/** All rules; a new rule is one more entry. */
export const rules: readonly Rule[] = [
  lastYield,
  smoothYield,
  middleYield,
  stepRate,
  lastAmount,
  longYield,
  impliedVolatility,
  monthVolatility,
  lookThrough,
  returnRegression,
  rallyRegression,
  halfRally,
  likeWeeks,
  weekGain
]

/** Forecasts of all rules that apply and can make one. */
export function forecastByRule(features: PaymentFeatures, models: Models): RuleForecast[] {
  const changeByModel = new Map<string, number | undefined>()
  return rulesFor(features).flatMap((rule) => {
    if ('expectedYield' in rule) return toForecast(rule, rule.expectedYield(features), features)
    if (!changeByModel.has(rule.model)) {
      changeByModel.set(rule.model, predictChange(rule, features, models))
    }
    const change = changeByModel.get(rule.model)
    const base = baseOf(rule, features)
    if (change === undefined || base === undefined) return []
    const logYield = Math.min(base + (rule.shrink?.(change) ?? change), highestLogYield(features))
    return toForecast(rule, Math.exp(logYield), features)
  })
}

/** Adds one payment to all models of its family, in place; `logYield` is ln(amount / price) of the actual payment. */
export function updateModels(models: Models, features: PaymentFeatures, logYield: number): void {
  const updated = new Set<string>()
  for (const rule of rulesFor(features)) {
    if ('expectedYield' in rule || updated.has(rule.model)) continue
    updated.add(rule.model)
    const base = baseOf(rule, features)
    if (base !== undefined) updateModel(rule, features, logYield - base, models)
  }
}

/** Names of the rules that a family may add to those for all funds. */
export const familyRuleNames = rules.filter(({ isForFamilies }) => isForFamilies).map(({ name }) => name)

function rulesFor({ traits }: PaymentFeatures): Rule[] {
  return rules.filter(({ name, isForFamilies }) => !isForFamilies || traits?.rules.includes(name))
}

function baseOf(rule: FittedRule, features: PaymentFeatures): number | undefined {
  return rule.base ? rule.base(features) : features.logYields.at(-1)
}

function toForecast(
  { name, priorWeight }: Rule,
  expectedYield: number | undefined,
  { price }: PaymentFeatures
): RuleForecast[] {
  const amount = expectedYield === undefined ? Number.NaN : price * expectedYield
  if (!(amount > 0) || !Number.isFinite(amount)) return []
  return [{ rule: name, amount, ...(priorWeight !== undefined && { priorWeight }) }]
}

/**
 * Upper limit on the ln yield of a fitted rule: the family's top rate, or the last yield if it was higher. No limit for
 * longer periods. Single-stock funds of YieldMax cap their rate at 100 % a year, 1.92 % a week; ours is 1 % higher,
 * because the issuer's price day is not ours.
 * Source: payments after rallies, October to December 2025, which cluster at 1.92 to 1.95 % a week.
 */
function highestLogYield({ traits, period, logYields }: PaymentFeatures): number {
  const topRate = traits?.topRate ?? null
  if (topRate === null || period !== 'week') return Number.POSITIVE_INFINITY
  return Math.max(Math.log(topRate / 52), logYields.at(-1) ?? Number.NEGATIVE_INFINITY)
}
