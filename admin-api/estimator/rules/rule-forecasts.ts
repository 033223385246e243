import type { RuleForecast } from '../combine-forecasts.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import { highestLogYield } from './ceiling.ts'
import { type ModelState, predictChange, updateModel } from './model-state.ts'
import type { LearningRule, Rule } from './rule.ts'
import { rules } from './table.ts'

/** Every rule's forecast; rules that can't make one are left out. */
export function forecastByRule(features: PaymentFeatures, models: ModelState): RuleForecast[] {
  const changeByModel = new Map<string, number | undefined>()
  return rules.filter(appliesTo(features)).flatMap((rule) => {
    if ('estimate' in rule) return toForecast(rule, rule.estimate(features))
    if (!changeByModel.has(rule.model)) {
      changeByModel.set(rule.model, predictChange(rule, features, models))
    }
    const change = changeByModel.get(rule.model)
    const base = baseOf(rule, features)
    if (change === undefined || base === undefined) return []
    const logYield = Math.min(base + (rule.shrink?.(change) ?? change), highestLogYield(features))
    return toForecast(rule, features.price * Math.exp(logYield))
  })
}

function appliesTo({ family }: PaymentFeatures): (rule: Rule) => boolean {
  return ({ families }) => !families || families.includes(family)
}

function baseOf(rule: LearningRule, features: PaymentFeatures): number | undefined {
  return rule.base ? rule.base(features) : features.logYields.at(-1)
}

function toForecast({ name, priorWeight }: Rule, amount: number | undefined): RuleForecast[] {
  if (amount === undefined || !(amount > 0) || !Number.isFinite(amount)) return []
  return [{ rule: name, amount, ...(priorWeight !== undefined && { priorWeight }) }]
}

/** Adds one payment to every model of its family, in place; `logYield` is ln(amount / price) as it was paid. */
export function updateModels(models: ModelState, features: PaymentFeatures, logYield: number): void {
  const updated = new Set<string>()
  for (const rule of rules.filter(appliesTo(features))) {
    if ('estimate' in rule || updated.has(rule.model)) continue
    updated.add(rule.model)
    const base = baseOf(rule, features)
    if (base !== undefined) updateModel(rule, features, logYield - base, models)
  }
}
