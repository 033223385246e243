import { clip } from '../numbers/averages.ts'
import { logRatio } from './numbers/log-ratio.ts'

/** By rule the sum of its decayed losses, and the equally decayed count of forecasts behind it. */
export type Losses = Map<string, { sum: number; count: number }>

/** One rule's forecast in dollars a share, and the factor its weight starts from (1 where absent). */
export type RuleForecast = { rule: string; amount: number; priorWeight?: number }

/** The forecast made of all rules' forecasts, and the rule with the largest weight in it. */
export type CombinedForecast = {
  amount: number
  leading: RuleForecast
  /** The leading rule's share of all weights, 0 to 1. */
  share: number
}

/** A larger error |ln(actual / estimate)| counts as one of this size. */
const largestError = 0.5
/** The size of an error below which losses grow about linearly. */
const closeError = 0.03
/** A rule without a record counts as one that is off by 10 %. */
const priorLoss = lossOf(0.1)
/** How many payments of its own each fund of the family counts as, where a fund's loss is shrunk to its family's. */
const familyCountPerFund = 0.5
/** How fast a rule's weight falls with its loss relative to the best rule's. */
const sharpness = 40

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
 * ln(1 + error / 0.03) of an error |ln(actual / estimate)|, capped at an error of 0.5: it rewards the rule that is
 * often very close over the one that is never far off.
 */
function lossOf(error: number): number {
  return Math.log1p(Math.min(largestError, error) / closeError)
}

/**
 * The weighted geometric mean of the rules' forecasts. A rule's weight is its prior weight times
 * exp(-40 (loss / best loss - 1)), where loss is the fund's own mean loss shrunk to the family's as if that were half
 * a payment for each of its funds: many funds alike are better evidence than a handful of different ones. So a rule
 * far worse than the best has next to no weight, and near equals share it.
 * Source: exponentially weighted forecasters (Vovk 1990). How the settings were chosen is in the README.
 *
 * @param familySize how many funds the family has
 * @throws RangeError without forecasts
 */
export function combineForecasts(
  ruleForecasts: readonly RuleForecast[],
  own: Losses,
  family: Losses,
  familySize: number
): CombinedForecast {
  const losses = ruleForecasts.map(({ rule }) =>
    shrunkLoss(own.get(rule), family.get(rule), familyCountPerFund * familySize)
  )
  const best = Math.max(1e-3, Math.min(...losses))
  let [total, logs, largest] = [0, 0, 0]
  let leading: RuleForecast | undefined
  ruleForecasts.forEach((forecast, i) => {
    const excess = (losses[i] ?? priorLoss) / best - 1
    const weight = (forecast.priorWeight ?? 1) * Math.exp(-clip(sharpness * excess, 0, 50))
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
