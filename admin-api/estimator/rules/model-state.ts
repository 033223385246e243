import { dayNumber } from '../../market-days/days.ts'
import { kernelMedian, type Observation } from '../numbers/kernel-median.ts'
import { coefficients, dot, newRegression, observe, type Regression } from '../numbers/ridge.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import type { LearningRule } from './rule.ts'

/** What the models have been fitted to so far, by model, family and period. */
export type ModelState = { regressions: Map<string, Regression>; neighbours: Map<string, Observation[]> }

export function newModelState(): ModelState {
  return { regressions: new Map(), neighbours: new Map() }
}

/** With fewer payments of the family a model predicts nothing. */
const fewestObservations = 20
/** Of the ridge regressions; the predictors are scaled to be about 1. */
const penalty = 0.3
/** Half the weight after 46 later payments of the family, as issuers change how they pay. */
const decay = 0.985
/** An error of ln yield beyond this has the influence on the slopes of one of this size (Huber 1964). */
const huberThreshold = 0.2
/** A change of ln yield beyond this, or an error of the regression beyond it, is an outlier and left out. */
const outlierThreshold = 1.5
const neighbourHalfLifeDays = 45

/** The predicted change of ln yield; undefined with too few observations or without predictors. */
export function predictChange(
  { model, fit, predictors }: LearningRule,
  features: PaymentFeatures,
  state: ModelState
): number | undefined {
  const row = predictors(features)
  if (!row) return undefined
  const key = modelKey(model, features)
  if (fit === 'regression') {
    const regression = state.regressions.get(key)
    if (!regression || regression.count < fewestObservations) return undefined
    return dot(coefficients(regression, penalty), row)
  }
  const observations = state.neighbours.get(key)
  if (!observations || observations.length < fewestObservations) return undefined
  return kernelMedian(observations, row, dayNumber(features.cutoff), neighbourHalfLifeDays)
}

/** Adds one observation in place: how much ln yield changed, given the features before the payment. */
export function updateModel(
  { model, fit, predictors }: LearningRule,
  features: PaymentFeatures,
  change: number,
  state: ModelState
): void {
  const row = predictors(features)
  if (!row) return
  const key = modelKey(model, features)
  if (fit === 'regression') {
    const regression = state.regressions.get(key) ?? newRegression(row.length)
    state.regressions.set(key, regression)
    updateRegression(regression, row, change)
  } else if (Math.abs(change) <= outlierThreshold) {
    const observations = state.neighbours.get(key) ?? []
    state.neighbours.set(key, observations)
    observations.push({ day: dayNumber(features.exDate), row, outcome: change })
  }
}

/** Iteratively reweighted least squares with Huber weights, one step for each observation. */
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
