import { dayNumber } from '../../market-days/days.ts'
import { type Weighted, weightedQuantile } from '../../numbers/statistics.ts'
import type { PaymentFeatures } from '../payment-features.ts'
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

/** A row of predictors and the outcome that followed; `day` is any count of days. */
export type Observation = { day: number; row: readonly number[]; outcome: number }

/** Lighter observations are skipped: a hundred of them weigh as much as one identical to the row and of today. */
const smallestWeight = 0.01
const farthestSquared = -2 * Math.log(smallestWeight)

/**
 * Kernel estimate of the conditional median: the median outcome, weighted by exp(-distance^2 / 2) in the units of the
 * rows and by 1/2 per `halfLifeDays` of age. Undefined if no observation is near and recent enough.
 * Source: Nadaraya (1964) and Watson (1964) for the weights; Yu and Jones (1998) for conditional quantiles.
 *
 * @param observations by day, ascending
 * @throws RangeError for a row of another length than those observed
 */
export function kernelMedian(
  observations: readonly Observation[],
  row: readonly number[],
  day: number,
  halfLifeDays: number
): number | undefined {
  const near: Weighted[] = []
  let [decayDay, decay] = [Number.NaN, 1]
  for (let i = observations.length - 1; i >= 0; i -= 1) {
    const past = observations[i]
    if (!past) break
    if (past.day !== decayDay) {
      decayDay = past.day
      decay = 0.5 ** ((day - decayDay) / halfLifeDays)
    }
    if (decay < smallestWeight) break
    const squared = squaredDistance(past.row, row)
    // Skips the exponential for rows too far away even if they were of today, which most are.
    if (squared > farthestSquared) continue
    const weight = decay * Math.exp(-squared / 2)
    if (weight >= smallestWeight) near.push({ value: past.outcome, weight })
  }
  return near.length === 0 ? undefined : weightedQuantile(near, 0.5)
}

function squaredDistance(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) {
    throw new RangeError(`kernelMedian needs rows of one length, got ${a.length} and ${b.length}`)
  }
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2
  return sum
}
