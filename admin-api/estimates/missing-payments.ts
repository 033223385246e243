import { inactiveDays } from '../estimator/plan.ts'
import { stalePriceDays } from '../market-days/closes.ts'
import { addDays, daysBetween, formatLongDay } from '../market-days/days.ts'
import { readFrequency } from '../market-days/frequency.ts'
import type { IsoDay, Payment } from '../market-days/types.ts'
import { usualPayments } from '../market-days/usual-payments.ts'

/** Payments that a fund must have made but that aren't stored here: proof that its silence is ours, not the fund's. */
type MissingPayments = {
  last: IsoDay
  /** Ex-date of the newest notice of the issuer (19a) after the last payment; null if none is later. */
  lastNotice: IsoDay | null
  /** Days of the payments before and after a hole; null without one. */
  hole: { from: IsoDay; to: IsoDay } | null
  /** Day of the last close, if payments went on for long after it; otherwise null. */
  pricesEnd: IsoDay | null
}

/** Days by which the ex-date of a notice may differ from that of its payment. */
const sameDays = 4
/** Holes that ended earlier than this many days before the last payment say nothing about its end. */
const recentDays = 365

/**
 * Finds out whether stored payments of a fund that has none lately are incomplete: its issuer's notices go on after the
 * last one, no payment is stored for longer than the fund can have paused although it paid again later, or its prices
 * end although it still paid.
 * @param noticeDays ex-dates of 19a notices, ascending
 * @param lastClose day of the newest close
 * @returns null if nothing shows that payments are missing
 */
export function findMissingPayments(
  payments: readonly Payment[],
  noticeDays: readonly IsoDay[],
  lastClose: IsoDay | undefined
): MissingPayments | null {
  const days = usualPayments(payments).map(({ exDate }) => exDate)
  const last = days.at(-1)
  if (last === undefined) return null
  const newest = noticeDays.at(-1)
  const lastNotice = newest !== undefined && newest > addDays(last, sameDays) ? newest : null
  const start = days.findLastIndex((day, i) => {
    const next = days[i + 1]
    if (next === undefined || daysBetween(next, last) > recentDays) return false
    return daysBetween(day, next) > inactiveDays[readFrequency(days.slice(0, i + 1))]
  })
  const [from, to] = [days[start], days[start + 1]]
  const hole = from === undefined || to === undefined ? null : { from, to }
  const pricesEnd = lastClose !== undefined && lastClose < addDays(last, -stalePriceDays) ? lastClose : null
  return lastNotice === null && hole === null && pricesEnd === null
    ? null
    : { last, lastNotice, hole, pricesEnd }
}

/** Says why a fund whose payments are missing has no estimate. */
export function formatMissing(
  symbol: string,
  { last, lastNotice, hole, pricesEnd }: MissingPayments
): string {
  const end =
    lastNotice === null
      ? `the last we have is from ${formatLongDay(last)}`
      : `the last we have is from ${formatLongDay(last)}, but its issuer’s notices run to ${formatLongDay(lastNotice)}`
  const gap =
    hole === null
      ? pricesEnd === null
        ? ''
        : `, and our prices end on ${formatLongDay(pricesEnd)}`
      : `, and none is stored between ${formatLongDay(hole.from)} and ${formatLongDay(hole.to)}`
  return `Payments of ${symbol} are missing here: ${end}${gap}, so there is no estimate.`
}
