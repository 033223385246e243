import { spellDay } from '../../market-days/days.ts'
import type { Family } from '../../contract/vocabulary.ts'
import { dollars } from '../../numbers/format-numbers.ts'
import type { PaymentFeatures } from '../payment-features.ts'

/** One way to forecast a payment. */
export type Rule = FixedRule | LearningRule

type Named = {
  name: string
  /** One sentence on how it came to `amount` (dollars a share), built from the figures it used. */
  explain: (features: PaymentFeatures, amount: number) => string
  /** Only for these families; absent for all. */
  families?: readonly Family[]
  /** Multiplies its weight in the combined forecast, before its own record counts; absent for 1. */
  priorWeight?: number
}

/** A rule with a fixed formula: dollars a share, or undefined where the features don't allow it. */
type FixedRule = Named & { estimate: (features: PaymentFeatures) => number | undefined }

/** A rule fitted to the family's earlier payments: it predicts how ln yield differs from a base. */
export type LearningRule = Named & {
  /** The model's key; rules with the same one share a fit and have the same predictors. */
  model: string
  /** `regression`: ridge on the predictors; `neighbours`: what followed on predictors close to these. */
  fit: 'regression' | 'neighbours'
  /** The ln yield that changes are measured from; absent for the last one. */
  base?: (features: PaymentFeatures) => number | undefined
  /** The predictors of ln yield - base. */
  predictors: (features: PaymentFeatures) => readonly number[] | undefined
  /** Shrinks the predicted change of ln yield; absent to take it whole. */
  shrink?: (change: number) => number
}

/** Families that pay out what their options earned, so that past weeks predict the next; the others set a rate. */
export const optionEarners: readonly Family[] = [
  'yieldmax-single',
  'yieldmax-portfolio',
  'roundhill-weeklypay',
  'roundhill-other'
]

/** 'at the close of $24.05 on 29 May' */
export function atClose({ price, priceDate }: PaymentFeatures, at: 'at' | 'At' = 'at'): string {
  return `${at} the close of ${dollars(price, 2)} on ${spellDay(priceDate, false)}`
}

/** ln of the daily swing; a little is added so that a price that never moves has a logarithm. */
export function logSwing({ swing }: PaymentFeatures): number {
  return Math.log(swing + 0.003)
}
