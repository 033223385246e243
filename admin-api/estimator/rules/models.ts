import { dayNumber } from '../../market-days/days.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import { kernelMedian, type Observation } from './kernel-median.ts'
import { coefficients, dot, newRegression, observe, type Regression } from './ridge.ts'
import type { FittedRule } from './rule.ts'

/** State of all fitted models, by model, family and period. */
export type Models = { regressions: Map<string, Regression>; neighbors: Map<string, Observation[]> }

export function newModels(): Models {
  return { regressions: new Map(), neighbors: new Map() }
}

/** Minimum payments of the family before a model predicts. */
const minObservations = 20
/** Ridge penalty, for predictors scaled to about 1. */
const penalty = 0.3
/** Decay per payment of the family, a half-life of 46 payments, because issuers change how they pay. */
const decay = 0.985
/** Huber threshold: a larger error of ln yield has the influence of one of this size (Huber 1964). */
const huberThreshold = 0.2
/** Larger errors of the regression, or larger changes of ln yield, are outliers and ignored. */
const outlierThreshold = 1.5
const neighborHalfLifeDays = 45

/** The predicted change of ln yield; undefined with too few observations or without predictors. */
export function predictChange(
  { model, fit, predictors }: FittedRule,
  features: PaymentFeatures,
  { regressions, neighbors }: Models
): number | undefined {
  const row = predictors(features)
  if (!row) return undefined
  const key = modelKey(model, features)
  if (fit === 'regression') {
    const regression = regressions.get(key)
    if (!regression || regression.count < minObservations) return undefined
    return dot(coefficients(regression, penalty), row)
  }
  const observations = neighbors.get(key)
  if (!observations || observations.length < minObservations) return undefined
  return kernelMedian(observations, row, dayNumber(features.cutoff), neighborHalfLifeDays)
}

/** Adds one observation in place: the change of ln yield that followed on these features. */
export function updateModel(
  { model, fit, predictors }: FittedRule,
  features: PaymentFeatures,
  change: number,
  { regressions, neighbors }: Models
): void {
  const row = predictors(features)
  if (!row) return
  const key = modelKey(model, features)
  if (fit === 'regression') {
    const regression = regressions.get(key) ?? newRegression(row.length)
    regressions.set(key, regression)
    updateRegression(regression, row, change)
  } else if (Math.abs(change) <= outlierThreshold) {
    const observations = neighbors.get(key) ?? []
    neighbors.set(key, observations)
    observations.push({ day: dayNumber(features.exDate), row, outcome: change })
  }
}

/** Iteratively reweighted least squares with Huber weights, one step per observation. */
function updateRegression(regression: Regression, row: readonly number[], change: number): void {
  const error = Math.abs(change - dot(coefficients(regression, penalty), row))
  if (error > outlierThreshold) return
  const rootWeight = Math.sqrt(Math.min(1, huberThreshold / Math.max(error, 1e-9)))
  const weighted = row.map((value) => value * rootWeight)
  observe(regression, weighted, change * rootWeight, decay)
}

function modelKey(model: string, { family, period }: PaymentFeatures): string {
  return `${model} ${family} ${period}`
}
