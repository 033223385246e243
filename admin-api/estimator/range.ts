import { type Weighted, weightedQuantiles } from './numbers/weighted-quantile.ts'

/** How far estimates were off: ln(actual / estimate), oldest first. */
export type Errors = readonly number[]

const recent = 60
const halfLife = 30
const familyRecent = 250
const familyWeight = 12
const floorWidth = 0.002

/**
 * The factors on an estimate between which 80 % of payments should fall: the 10 % and 90 % points of past
 * errors ln(actual / estimate), as in split conformal prediction (Vovk, Gammerman and Shafer 2005) with fading
 * weights. The fund's own latest 60 errors weigh 1, half every 30 payments; the family's weigh 12 together, so
 * that a young fund borrows its family's record and an old one stands on its own.
 *
 * @returns factors with 0 < low <= 1 <= high
 */
export function rangeFactors(own: Errors, family: Errors): { low: number; high: number } {
  const pooled = family.slice(-familyRecent)
  const sample: Weighted[] = [
    ...own
      .slice(-recent)
      .map((value, i, all) => ({ value, weight: 0.5 ** ((all.length - 1 - i) / halfLife) })),
    ...pooled.map((value) => ({ value, weight: familyWeight / pooled.length }))
  ]
  if (sample.length < 5) return { low: 0.5, high: 1.5 }
  const [low = 0, high = 0] = weightedQuantiles(sample, [0.1, 0.9])
  return { low: Math.exp(Math.min(low, -floorWidth)), high: Math.exp(Math.max(high, floorWidth)) }
}
