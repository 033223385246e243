import { clip } from './numbers/averages.ts'
import { logRatio } from './numbers/log-ratio.ts'
import { weightedQuantile } from './numbers/weighted-quantile.ts'

/** A rule's faded losses: `sum` of |ln(actual / estimate)|, `count` of the estimates behind it. */
export type Losses = Map<string, { sum: number; count: number }>

/** What one rule says: dollars a share. */
export type Candidate = { rule: string; amount: number }

const dearestLoss = 0.5
const untriedLoss = 0.5
const familyCount = 10
const sharpness = 15

/**
 * Adds the rules' losses on one payment in place. Older losses fade by half every `halfLife` payments.
 * A single loss counts at most 0.5, so that one freak payment does not decide.
 */
export function recordLosses(
  losses: Losses,
  candidates: readonly Candidate[],
  actual: number,
  halfLife: number
): void {
  const fade = 0.5 ** (1 / halfLife)
  for (const { rule, amount } of candidates) {
    const before = losses.get(rule) ?? { sum: 0, count: 0 }
    const loss = Math.min(dearestLoss, Math.abs(logRatio(actual, amount)))
    losses.set(rule, { sum: before.sum * fade + loss, count: before.count * fade + 1 })
  }
}

/**
 * The weighted median of the candidates: each rule weighs exp(-15 (loss / best loss - 1)), where loss is the
 * fund's own mean loss shrunk to the family's as if that were ten payments. The amount is always one that a
 * rule gave; a rule far worse than the best has no say, and among near equals the middle opinion wins.
 * Source: exponentially weighted forecasters (Vovk 1990), with the median in place of the mean against freaks.
 *
 * @throws RangeError without candidates
 */
export function chooseCandidate(candidates: readonly Candidate[], own: Losses, family: Losses): Candidate {
  const losses = candidates.map(({ rule }) => shrunkLoss(own.get(rule), family.get(rule)))
  const best = Math.max(1e-4, Math.min(...losses))
  const sample = candidates.map(({ amount }, i) => {
    const worse = (losses[i] ?? untriedLoss) / best - 1
    return { value: amount, weight: Math.exp(-clip(sharpness * worse, 0, 50)) }
  })
  const middle = weightedQuantile(sample, 0.5)
  const nearest = [...candidates].sort((a, b) => Math.abs(a.amount - middle) - Math.abs(b.amount - middle))[0]
  if (!nearest) throw new RangeError('chooseCandidate needs at least one candidate, got none')
  return nearest
}

function shrunkLoss(
  own = { sum: 0, count: 0 },
  family: { sum: number; count: number } | undefined = undefined
): number {
  const familyLoss = family && family.count > 0 ? family.sum / family.count : untriedLoss
  return (own.sum + familyCount * familyLoss) / (own.count + familyCount)
}
