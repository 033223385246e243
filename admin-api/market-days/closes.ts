import { addDays } from './days.ts'
import type { Close, IsoDay } from './types.ts'

/** A close older than this says nothing about today's price. */
export const stalePriceDays = 14

/** The latest close up to `day`, if it is at most 14 days old. `closes` ascend. */
export function closeAt(closes: readonly Close[], day: IsoDay): Close | undefined {
  const close = closes[countUpTo(closes, day) - 1]
  return close && close.date >= addDays(day, -stalePriceDays) ? close : undefined
}

/** How many of the closes are of `day` or earlier. `closes` ascend. */
export function countUpTo(closes: readonly Close[], day: IsoDay): number {
  let [low, high] = [0, closes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((closes[middle]?.date ?? day) <= day) low = middle + 1
    else high = middle
  }
  return low
}
