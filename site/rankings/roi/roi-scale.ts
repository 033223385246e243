import type { RoiEntry } from '../../../admin-api/contract/rankings.ts'

/** One scale for all bars, in percent of the starting price; the maximum loss is -100. */
export type RoiScale = { low: -100; high: number; ticks: number[] }

const step = 50

/** Wide enough for the best fund, in whole steps. */
export function roiScale(entries: readonly RoiEntry[]): RoiScale {
  const reached = entries.flatMap(({ price_change, total_roi }) => [price_change ?? 0, total_roi ?? 0])
  const high = Math.max(step, Math.ceil(Math.max(0, ...reached) / step) * step)
  const ticks = Array.from({ length: (high + 100) / step + 1 }, (_, i) => i * step - 100)
  return { low: -100, high, ticks }
}

/** Position of `percent` on the scale, 0 to 100. */
export function placeOn(scale: RoiScale, percent: number): number {
  const place = ((percent - scale.low) / (scale.high - scale.low)) * 100
  return Math.round(Math.min(100, Math.max(0, place)) * 100) / 100
}
