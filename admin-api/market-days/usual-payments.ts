import { type Period, periodOf, shortestGap } from './cadence.ts'
import { daysBetween } from './days.ts'
import type { IsoDay } from './types.ts'

const residualGapDays = 5
const residualShare = 0.01
/** The residual payments there were beside a usual one were below 0.2 % of it (TSLY, MRNY and ULTY on 2025-12-30). */
export const smallShare = 0.1

/**
 * Whether a payment is a residual: what is left of the year's income, paid beside the regular payments, as many funds
 * do on 30 December. It is under a tenth of a payment at most four days before, or under a hundredth of one at most
 * ten days before.
 */
export function isResidualPayment(
  payment: { exDate: IsoDay; amount: number },
  before: { exDate: IsoDay; amount: number } | undefined
): boolean {
  if (!before || payment.amount <= 0) return false
  const gapDays = daysBetween(before.exDate, payment.exDate)
  if (gapDays < residualGapDays) return payment.amount < smallShare * before.amount
  return periodOf(gapDays) === 'week' && payment.amount < residualShare * before.amount
}

/** The payments without the residual ones, so that their ex-dates show how the fund pays. */
export function usualPayments<T extends { exDate: IsoDay; amount: number }>(payments: readonly T[]): T[] {
  const usual: T[] = []
  for (const payment of payments) if (!isResidualPayment(payment, usual.at(-1))) usual.push(payment)
  return usual
}

/**
 * The ex-date from which the days of the payment of `exDate` count: that of the last usual one, or a later one that
 * waits to be checked, for it was paid whatever its amount turns out to be. What waits right before `exDate` is its
 * double or a residual.
 */
export function paidUntil(last: IsoDay, waitingDays: readonly IsoDay[] = [], exDate: IsoDay): IsoDay {
  const waiting = waitingDays.findLast((day) => daysBetween(day, exDate) >= shortestGap)
  return waiting !== undefined && waiting > last ? waiting : last
}

/**
 * What to multiply an amount by so that it stands for the coming period: 1 within the same period, else days
 * over days. So a catch-up after 21 days counts a third towards a weekly payment.
 */
export function scaleTo(payment: { gapDays: number | undefined }, period: Period, days: number): number {
  if (payment.gapDays === undefined || periodOf(payment.gapDays) === period) return 1
  return days / payment.gapDays
}
