import { quantileLevels } from './interval-scores.ts'

/** Relative change beyond which a payment is a cut or a raise rather than about the same. */
const largestSameChange = 0.1
/** Keeps a change of exactly 10 % 'same' in binary arithmetic, such as 0.09 after 0.1. */
const tolerance = 1e-9

/** How a payment compares with the one before: more than 10 % lower, within 10 %, more than 10 % higher. */
export const changes = ['cut', 'same', 'raise'] as const
export type PaymentChange = (typeof changes)[number]
/** Probability of each change, 0 to 1; they add up to 1. */
export type ChangeChances = Readonly<Record<PaymentChange, number>>

function boundsAround(last: number): { low: number; high: number } {
  return {
    low: last * (1 - largestSameChange - tolerance),
    high: last * (1 + largestSameChange + tolerance)
  }
}

/** The change from the last payment to this one, on the same share basis; null after a payment of zero. */
export function changeOf(amount: number, last: number): PaymentChange | null {
  if (last <= 0) return null
  const { low, high } = boundsAround(last)
  if (amount < low) return 'cut'
  return amount > high ? 'raise' : 'same'
}

/**
 * Chances of a cut and of a raise that a forecast implies; null after a payment of zero.
 *
 * Between the seven quantiles, probability is spread evenly over the amounts. Each tail of 5 % is spread as densely as
 * the 5 % next to it, so it is as wide as they are, but no amount is below zero. Equal quantiles are an amount that is
 * paid with their whole probability.
 *
 * @param quantiles ascending, at quantileLevels, dollars a share
 * @param last the last payment on the share basis of the forecast: one from before a split has to be converted
 * @throws RangeError unless there is a quantile for each level
 */
export function changeChances(quantiles: readonly number[], last: number): ChangeChances | null {
  if (quantiles.length !== quantileLevels.length)
    throw new RangeError(`changeChances needs ${quantileLevels.length} quantiles, got ${quantiles.length}`)
  if (last <= 0) return null
  const { low, high } = boundsAround(last)
  const curve = withTails(quantiles)
  const mirrored = curve.map(({ level, amount }) => ({ level: 1 - level, amount: -amount })).toReversed()
  const [cut, raise] = [shareBelow(curve, low), shareBelow(mirrored, -high)]
  return { cut, same: Math.max(0, 1 - cut - raise), raise }
}

type Point = { level: number; amount: number }

function withTails(quantiles: readonly number[]): Point[] {
  const at = (i: number): number => quantiles.at(i) ?? Number.NaN
  return [
    { level: 0, amount: Math.max(0, 2 * at(0) - at(1)) },
    ...quantileLevels.map((level, i) => ({ level, amount: at(i) })),
    { level: 1, amount: 2 * at(-1) - at(-2) }
  ]
}

/** Probability of less than `limit`, on a curve that ascends linearly between its points. */
function shareBelow(curve: readonly Point[], limit: number): number {
  const next = curve.findIndex(({ amount }) => amount >= limit)
  const [from, to] = [curve[next - 1], curve[next]]
  if (to === undefined) return 1
  if (from === undefined) return 0
  return from.level + ((limit - from.amount) / (to.amount - from.amount)) * (to.level - from.level)
}

/** Brier score of all three chances: sum of (chance - outcome)^2, 0 to 2, less is better (Brier 1950). */
export function brierScore(chances: ChangeChances, outcome: PaymentChange): number {
  return changes.reduce((sum, change) => sum + (chances[change] - Number(change === outcome)) ** 2, 0)
}

/**
 * Ranked probability score (Epstein 1969, normalized by Murphy 1971): mean of the squared errors of P(cut) and of P(cut
 * or same), 0 to 1, less is better. Expecting a cut before a raise costs more than expecting the same.
 */
export function rankedProbabilityScore({ cut, raise }: ChangeChances, outcome: PaymentChange): number {
  return ((cut - Number(outcome === 'cut')) ** 2 + (raise - Number(outcome === 'raise')) ** 2) / 2
}
