/**
 * Uncertainty of figures whose observations come in dependent blocks: payments of one week rise and fall together, so
 * whole weeks are resampled, never single payments.
 * Source: block bootstrap, Künsch, Annals of Statistics 17 (1989), with given blocks instead of equally long ones;
 * percentile intervals, Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.
 */
import { randomNumbers, weightedQuantiles } from './statistics.ts'

/** The totals of one block, for example [sum of scores, sum of baseline scores] of a week. */
export type BlockTotals = readonly number[]

/** Number of resamples, seed of their random numbers, and share of resamples inside the interval. */
type Resampling = { resamples?: number; seed?: number; level?: number }

/**
 * Confidence interval of a statistic of summed totals, such as a ratio of two sums. The same input gives the same
 * interval.
 * @param blocks totals of each block, all of one length
 * @param statistic of the totals of all blocks
 * @returns undefined with fewer than two blocks
 */
export function bootstrapInterval(
  blocks: readonly BlockTotals[],
  statistic: (totals: BlockTotals) => number,
  { resamples = 1000, seed = 1, level = 0.9 }: Resampling = {}
): { low: number; high: number } | undefined {
  if (blocks.length < 2) return undefined
  const sample = resampledTotals(blocks, resamples, seed).map((totals) => ({
    value: statistic(totals),
    weight: 1
  }))
  const [low = Number.NaN, high = Number.NaN] = weightedQuantiles(sample, [(1 - level) / 2, (1 + level) / 2])
  return { low, high }
}

function resampledTotals(blocks: readonly BlockTotals[], resamples: number, seed: number): number[][] {
  const random = randomNumbers(seed)
  return Array.from({ length: resamples }, () =>
    sumOf(blocks.map(() => blocks[Math.floor(random() * blocks.length)] ?? []))
  )
}

function sumOf(blocks: readonly BlockTotals[]): number[] {
  const totals = new Array<number>(blocks[0]?.length ?? 0).fill(0)
  for (const block of blocks) {
    for (let i = 0; i < totals.length; i += 1) totals[i] = (totals[i] ?? 0) + (block[i] ?? 0)
  }
  return totals
}
