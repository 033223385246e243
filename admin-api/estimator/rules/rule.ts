import type { PaymentFeatures } from '../payment-features.ts'

/** One way to forecast a payment. */
export type Rule = FixedRule | FittedRule

type RuleBase = {
  name: string
  /** Whether it applies only to funds whose family names it; absent for a rule for all funds. */
  isForFamilies?: true
  /** Factor on the rule's weight in the combination, independent of its track record; absent for 1. */
  priorWeight?: number
}

/** A rule with a fixed formula. */
export type FixedRule = RuleBase & {
  /** Expected payment as a fraction of the price; undefined if the features are insufficient. */
  expectedYield: (features: PaymentFeatures) => number | undefined
}

/** A rule with a model fitted to the family's earlier payments, which predicts the change of ln yield from a base. */
export type FittedRule = RuleBase & {
  /** Key of the model; rules with the same key share one fit and must have the same predictors. */
  model: string
  /** `regression`: robust ridge regression. `neighbors`: kernel-weighted median of similar payments. See models.ts. */
  fit: 'regression' | 'neighbors'
  /** The ln yield that changes are measured from; absent for the last one. */
  base?: (features: PaymentFeatures) => number | undefined
  predictors: (features: PaymentFeatures) => readonly number[] | undefined
  /** Shrinks the predicted change of ln yield; absent to use it unchanged. */
  shrink?: (change: number) => number
}
