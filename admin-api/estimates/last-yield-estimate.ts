import { closeAt } from '../market-days/closes.ts'
import { daysPaidFor } from '../market-days/paid-days.ts'
import { paidUntil, scaleTo, usualPayments } from '../market-days/usual-payments.ts'
import { periodOf } from '../market-days/cadence.ts'
import { daysBetween } from '../market-days/days.ts'
import { priceDayOf } from '../market-days/price-day.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'

/**
 * The naive estimate that ours must beat: the yield of the last usual payment times the price, in dollars a
 * share. A yield is a payment over the close two sessions before its ex-date. A payment for another
 * length of time (a catch-up after a change of cadence) counts by its days, as it does in our own estimates.
 * Null without a payment before, or without its price.
 */
export function lastYieldEstimate(
  { payments, closes, waitingDays }: Pick<FundHistory, 'payments' | 'closes' | 'waitingDays'>,
  exDate: IsoDay,
  price: number
): number | null {
  const usual = usualPayments(payments.filter((payment) => payment.exDate < exDate))
  const [beforeLast, last] = [usual.at(-2), usual.at(-1)]
  if (last === undefined) return null
  const close = closeAt(closes, priceDayOf(last.exDate))
  if (close === undefined) return null
  const days = daysBetween(paidUntil(last.exDate, waitingDays, exDate), exDate)
  const period = periodOf(days)
  const gapDays =
    beforeLast && daysBetween(paidUntil(beforeLast.exDate, waitingDays, last.exDate), last.exDate)
  const scale = period === undefined ? 1 : scaleTo({ gapDays }, period, daysPaidFor(days))
  return ((last.amount * scale) / close.close) * price
}
