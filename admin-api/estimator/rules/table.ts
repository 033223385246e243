import { lookThrough, targetRate } from './family-rules.ts'
import { cautiousRegression, returnRegression } from './return-regression.ts'
import type { Rule } from './rule.ts'
import { lastAmount, lastYield, meanOfThree, smoothYield } from './simple-rules.ts'

/** Every rule that competes; a new rule is one more entry. */
export const rules: readonly Rule[] = [
  lastYield,
  smoothYield,
  lastAmount,
  meanOfThree,
  targetRate,
  lookThrough,
  returnRegression,
  cautiousRegression
]
