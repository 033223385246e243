import { lookThrough, middleYield, stepRate } from './family-rules.ts'
import { likeWeeks } from './like-weeks.ts'
import { halfRally, rallyRegression } from './rally-regression.ts'
import { returnRegression } from './return-regression.ts'
import type { Rule } from './rule.ts'
import { lastYield, smoothYield } from './simple-rules.ts'
import { weekGain } from './week-gain.ts'

/** Every rule that has a say; a new rule is one more entry. */
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
