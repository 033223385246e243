import { clip } from './numbers/averages.ts'
import { logRatio } from './numbers/log-ratio.ts'

/** A rule's faded losses: `sum` of losses, `count` of the estimates behind it. */
export type Losses = Map<string, { sum: number; count: number }>

/** What one rule says, dollars a share, and how many rules it counts as (one where absent). */
export type Candidate = { rule: string; amount: number; votes?: number }

/** The amount all rules together give, and the rule with most say in it. */
export type Choice = {
  amount: number
  leading: Candidate /** The leading rule's share of the say, 0 to 1. */
  share: number
}

const largestMiss = 0.5
const closeMiss = 0.03
/** A rule without a record counts as one that misses by 10 %. */
const untriedLoss = lossOf(0.1)
/** How many payments of its own each fund of the family counts as, where a fund leans on its family. */
const familyCountPerFund = 0.5
const sharpness = 40

/** Adds the rules' losses on one payment in place; see lossOf. Older losses fade by half every `halfLife` payments. */
export function recordLosses(
  losses: Losses,
  candidates: readonly Candidate[],
  actual: number,
  halfLife: number
): void {
  const fade = 0.5 ** (1 / halfLife)
  for (const { rule, amount } of candidates) {
    const before = losses.get(rule) ?? { sum: 0, count: 0 }
    const loss = lossOf(Math.abs(logRatio(actual, amount)))
    losses.set(rule, { sum: before.sum * fade + loss, count: before.count * fade + 1 })
  }
}

/**
 * ln(1 + miss / 0.03) of a miss |ln(actual / estimate)|, at most of a miss of 0.5: it rewards the rule that is often
 * very close over the one that is never far off.
 */
function lossOf(miss: number): number {
  return Math.log1p(Math.min(largestMiss, miss) / closeMiss)
}

/**
 * The weighted geometric mean of the candidates: each rule weighs its votes times exp(-40 (loss / best loss - 1)), where
 * loss is the fund's own mean loss shrunk to the family's as if that were half a payment for each of its funds: many
 * funds alike say more than a handful of different ones. A rule far worse than the best has no say, near equals share it.
 * Source: exponentially weighted forecasters (Vovk 1990). How the settings were chosen stands in the README.
 *
 * @param familySize how many funds the family has
 * @throws RangeError without candidates
 */
export function mixCandidates(
  candidates: readonly Candidate[],
  own: Losses,
  family: Losses,
  familySize: number
): Choice {
  const losses = candidates.map(({ rule }) =>
    shrunkLoss(own.get(rule), family.get(rule), familyCountPerFund * familySize)
  )
  const best = Math.max(1e-3, Math.min(...losses))
  let [total, logs, most] = [0, 0, 0]
  let leading: Candidate | undefined
  candidates.forEach((candidate, i) => {
    const worse = (losses[i] ?? untriedLoss) / best - 1
    const weight = (candidate.votes ?? 1) * Math.exp(-clip(sharpness * worse, 0, 50))
    total += weight
    logs += weight * Math.log(candidate.amount)
    if (weight > most) {
      most = weight
      leading = candidate
    }
  })
  if (!leading) throw new RangeError('mixCandidates needs at least one candidate, got none')
  return { amount: Math.exp(logs / total), leading, share: most / total }
}

function shrunkLoss(
  own: { sum: number; count: number } = { sum: 0, count: 0 },
  family: { sum: number; count: number } | undefined,
  familyCount: number
): number {
  const familyLoss = family && family.count > 0 ? family.sum / family.count : untriedLoss
  return (own.sum + familyCount * familyLoss) / (own.count + familyCount)
}
