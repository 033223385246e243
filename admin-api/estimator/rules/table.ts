import type { PaymentFeatures } from '../payment-features.ts'
import { lookThrough, middleYield, stepRate } from './family-rules.ts'
import { likeWeeks } from './like-weeks.ts'
import { halfRally, rallyRegression } from './rally-regression.ts'
import { returnRegression } from './return-regression.ts'
import type { Rule } from './rule.ts'
import { lastYield, smoothYield } from './simple-rules.ts'
import { weekGain } from './week-gain.ts'

/** Every rule there is; a new rule is one more entry. */
export const rules: readonly Rule[] = [
  lastYield,
  smoothYield,
  middleYield,
  stepRate,
  lookThrough,
  returnRegression,
  rallyRegression,
  halfRally,
  likeWeeks,
  weekGain
]

/** A rule's own sentence on how it came to `amount`. @throws RangeError for a name that no rule has */
export function explainRule(name: string, features: PaymentFeatures, amount: number): string {
  const rule = rules.find((one) => one.name === name)
  if (!rule) throw new RangeError(`explainRule needs the name of a rule, got ${name}`)
  return rule.explain(features, amount)
}
