import { addDays, weekdayOf } from '../schedule/days.ts'
import type { Close, IsoDay } from '../types.ts'
import { closeAt } from './closes.ts'

/**
 * Total returns of the latest complete calendar weeks, ln((Friday's close + distributions of the week) / the
 * Friday before's close), newest first. A week is complete when its Friday is not after `cutoff`; where Friday
 * was closed the latest close before it counts, and a week without prices counts as 0.
 */
export function weekReturns(
  closes: readonly Close[],
  payments: readonly { exDate: IsoDay; amount: number }[],
  cutoff: IsoDay,
  weeks: number
): number[] {
  const latestFriday = addDays(cutoff, -((weekdayOf(cutoff) + 2) % 7))
  return Array.from({ length: weeks }, (_, back) => {
    const friday = addDays(latestFriday, -7 * back)
    const fridayBefore = addDays(friday, -7)
    const [end, start] = [closeAt(closes, friday), closeAt(closes, fridayBefore)]
    if (!end || !start) return 0
    let paid = 0
    for (let i = payments.length - 1; i >= 0; i -= 1) {
      const payment = payments[i]
      if (!payment || payment.exDate <= fridayBefore) break
      if (payment.exDate <= friday) paid += payment.amount
    }
    return Math.log((end.close + paid) / start.close)
  })
}
