import { addDays } from '../schedule/days.ts'
import type { Close, IsoDay } from '../types.ts'

/** A close older than this says nothing about today's price. */
export const stalePriceDays = 14

/** The latest close up to `day`, if it is at most 14 days old. `closes` ascend. */
export function closeAt(closes: readonly Close[], day: IsoDay): Close | undefined {
  let [low, high] = [0, closes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((closes[middle]?.date ?? day) <= day) low = middle + 1
    else high = middle
  }
  const close = closes[low - 1]
  return close && close.date >= addDays(day, -stalePriceDays) ? close : undefined
}
