import { closeAt } from '../../estimator/history/closes.ts'
import { scaleTo, usualPayments } from '../../estimator/history/fund-memory.ts'
import { periodOf } from '../../estimator/schedule/cadence.ts'
import { daysBetween } from '../../estimator/schedule/days.ts'
import { addSessions } from '../../estimator/schedule/market-calendar.ts'
import type { FundHistory, IsoDay } from '../../estimator/types.ts'
import { sessionsAhead } from '../../estimator/walk.ts'

const aWeek = 7

/**
 * The naive estimate that ours must beat: the yield of the last usual payment times the price, in dollars a
 * share. A yield is a payment over the close two sessions before its ex-date. A payment that stood for another
 * stretch of time (a catch-up after a change of cadence) counts by its days, as it does in our own estimates.
 * Null without a payment before, or without its price.
 */
export function lastYieldEstimate(
  { payments, closes }: Pick<FundHistory, 'payments' | 'closes'>,
  exDate: IsoDay,
  price: number
): number | null {
  const [beforeLast, last] = lastTwo(usualPayments(payments.filter((payment) => payment.exDate < exDate)))
  if (last === undefined) return null
  const close = closeAt(closes, addSessions(last.exDate, -sessionsAhead))
  if (close === undefined) return null
  const days = daysBetween(last.exDate, exDate)
  const period = periodOf(days)
  const gapDays = beforeLast && daysBetween(beforeLast.exDate, last.exDate)
  const scale = period === undefined ? 1 : scaleTo({ gapDays }, period, period === 'week' ? aWeek : days)
  return ((last.amount * scale) / close.close) * price
}

function lastTwo<T>(list: readonly T[]): [T | undefined, T | undefined] {
  return [list.at(-2), list.at(-1)]
}
