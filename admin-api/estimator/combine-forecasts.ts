import { clip } from '../numbers/statistics.ts'

/** Decayed sum of a rule's losses and the equally decayed count of forecasts, by rule. */
export type Losses = Map<string, { sum: number; count: number }>

/** A rule's forecast in dollars a share, and its prior weight (1 if absent). */
export type RuleForecast = { rule: string; amount: number; priorWeight?: number }

/** The combined amount, dollars a share, and the rule with the largest weight in it. */
export type CombinedForecast = {
  amount: number
  leading: RuleForecast
  /** That rule's share of all weights, 0 to 1. */
  share: number
}

/** Cap on the error |ln(actual / estimate)| in a loss. */
const largestError = 0.5
/** Error below which the loss grows about linearly. */
const closeError = 0.03
/** Loss assumed for a rule without a track record: an error of 10 %. */
const priorLoss = lossOf(0.1)
/** Payments that each fund of the family counts as when a fund's loss is shrunk to its family's. */
const familyCountPerFund = 0.5
/** Rate at which a rule's weight falls with its loss relative to the best rule's. */
const sharpness = 40
/** The same for premium paid less often than weekly: a dozen payments a year hardly tell rules apart. */
export const slowSharpness = 10

/**
 * ln(actual / estimate), limited to ln(1/20)..ln(20), so that a payment of zero, which has no logarithm, counts as a
 * twentieth of the estimate.
 * @throws RangeError unless estimate > 0 and actual >= 0
 */
export function logRatio(actual: number, estimate: number): number {
  if (!(estimate > 0)) throw new RangeError(`logRatio needs an estimate above 0, got ${estimate}`)
  if (!(actual >= 0)) throw new RangeError(`logRatio needs an actual of 0 or more, got ${actual}`)
  const limit = Math.log(20)
  return Math.max(-limit, Math.min(limit, Math.log(actual / estimate)))
}

/** Adds the rules' losses on one payment in place; see lossOf. Older losses halve every `halfLife` payments. */
export function recordLosses(
  losses: Losses,
  ruleForecasts: readonly RuleForecast[],
  actual: number,
  halfLife: number
): void {
  const decay = 0.5 ** (1 / halfLife)
  for (const { rule, amount } of ruleForecasts) {
    const before = losses.get(rule) ?? { sum: 0, count: 0 }
    const loss = lossOf(Math.abs(logRatio(actual, amount)))
    losses.set(rule, { sum: before.sum * decay + loss, count: before.count * decay + 1 })
  }
}

/**
 * Loss ln(1 + error / 0.03) of an error |ln(actual / estimate)|, capped at an error of 0.5. Being concave, it prefers a
 * rule that is often very close to one that is never far off.
 */
function lossOf(error: number): number {
  return Math.log1p(Math.min(largestError, error) / closeError)
}

/**
 * Weighted geometric mean of the rules' forecasts. A rule's weight is
 *
 *   prior weight x exp(-rate (loss / best loss - 1)),
 *
 * so a rule much worse than the best has practically no weight, and near equals share it. The loss is the fund's own mean
 * loss, shrunk to its family's as if that were half a payment for each fund of the family: a large family is better
 * evidence than a few of the fund's own payments.
 * Source: exponentially weighted forecasters (Vovk 1990). The README says how the settings were chosen.
 *
 * @param familySize number of funds in the family
 * @param rate 40 unless given
 * @throws RangeError without forecasts
 */
export function combineForecasts(
  ruleForecasts: readonly RuleForecast[],
  own: Losses,
  family: Losses,
  familySize: number,
  rate = sharpness
): CombinedForecast {
  const losses = ruleForecasts.map(({ rule }) =>
    shrunkLoss(own.get(rule), family.get(rule), familyCountPerFund * familySize)
  )
  const best = Math.max(1e-3, Math.min(...losses))
  let [total, logs, largest] = [0, 0, 0]
  let leading: RuleForecast | undefined
  ruleForecasts.forEach((forecast, i) => {
    const excess = (losses[i] ?? priorLoss) / best - 1
    const weight = (forecast.priorWeight ?? 1) * Math.exp(-clip(rate * excess, 0, 50))
    total += weight
    logs += weight * Math.log(forecast.amount)
    if (weight > largest) {
      largest = weight
      leading = forecast
    }
  })
  if (!leading) throw new RangeError('combineForecasts needs at least one forecast, got none')
  return { amount: Math.exp(logs / total), leading, share: largest / total }
}

function shrunkLoss(
  own: { sum: number; count: number } = { sum: 0, count: 0 },
  family: { sum: number; count: number } | undefined,
  familyCount: number
): number {
  const familyLoss = family && family.count > 0 ? family.sum / family.count : priorLoss
  return (own.sum + familyCount * familyLoss) / (own.count + familyCount)
}
