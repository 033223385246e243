import { daysBetween } from './days.ts'
import { type Period, periodAfter, periodOf, shortestGap } from './frequency.ts'
import type { IsoDay } from './types.ts'

type DatedAmount = { exDate: IsoDay; amount: number }

const residualGapDays = 5
const residualShare = 0.01
/** Residual payments right after a usual one were below 0.2 % of it (TSLY, MRNY and ULTY on 2025-12-30). */
export const smallShare = 0.1

/**
 * Whether a payment is a residual: the rest of a year's income, paid in addition to the regular payments, as many funds
 * do on December 30. It is under a tenth of a payment at most four days earlier, or under a hundredth of one at most
 * ten days earlier.
 */
export function isResidualPayment(payment: DatedAmount, before: DatedAmount | undefined): boolean {
  if (!before || payment.amount <= 0) return false
  const gapDays = daysBetween(before.exDate, payment.exDate)
  if (gapDays < residualGapDays) return payment.amount < smallShare * before.amount
  return periodOf(gapDays) === 'week' && payment.amount < residualShare * before.amount
}

/** Payments without the residual ones, so that their ex-dates show how often the fund pays. */
export function usualPayments<T extends DatedAmount>(payments: readonly T[]): T[] {
  const usual: T[] = []
  for (const payment of payments) if (!isResidualPayment(payment, usual.at(-1))) usual.push(payment)
  return usual
}

/**
 * The ex-date from which the period of the payment of `exDate` counts: that of the last usual payment, or a later one of
 * a quarantined payment, because something was paid then whatever its amount. A quarantined payment right before
 * `exDate` is its duplicate or a residual, and does not count.
 */
export function paidUntil(last: IsoDay, quarantinedDays: readonly IsoDay[] = [], exDate: IsoDay): IsoDay {
  const waiting = quarantinedDays.findLast((day) => daysBetween(day, exDate) >= shortestGap)
  return waiting !== undefined && waiting > last ? waiting : last
}

/** Period that a payment covers: its kind, if the gap shows one, and its days. */
export type PaidSpan = { period: Period | undefined; days: number }

/** Days of periods that are equally long however holidays and weekends move a date. */
const daysOfPeriod: Readonly<Partial<Record<Period, number>>> = { week: 7, 'half-month': 15, quarter: 91 }

/** The span of a payment from the days since the one before it, and before that one; undefined for the first. */
export function spanOf(gapDays: number | undefined, gapBefore: number | undefined): PaidSpan | undefined {
  if (gapDays === undefined) return undefined
  const period = periodAfter(gapDays, gapBefore)
  return { period, days: (period && daysOfPeriod[period]) ?? gapDays }
}

/** The span of a payment to come. A gap that shows no period counts as a week. */
export function comingSpan(gapDays: number, gapBefore: number | undefined): PaidSpan & { period: Period } {
  const { period, days } = spanOf(gapDays, gapBefore) ?? { period: undefined, days: 7 }
  return period === undefined ? { period: 'week', days: 7 } : { period, days }
}

/**
 * Factor that converts an amount to the upcoming period: 1 within the same kind of period, else days over days. A
 * catch-up payment after 21 days counts a third towards a weekly one.
 */
export function scaleTo(span: PaidSpan | undefined, { period, days }: PaidSpan): number {
  return span === undefined || span.period === period ? 1 : days / span.days
}

/** Days that a payment covers: 7 for a weekly one, however holidays move it, else those since the one before. */
export function daysPaidFor(gapDays: number): number {
  return periodOf(gapDays) === 'week' ? 7 : gapDays
}

/** A payment with the days it covers, so that weekly, monthly and catch-up payments compare by the day. */
export type PaidDays = DatedAmount & { days: number }

/** Number of payments used; few enough to leave out monthly payments of a year ago, maybe of another frequency. */
const compared = 5

/**
 * The latest usual payments before a day, at most five, above zero, ascending. Each covers the days since the one
 * before it, a fund's first as many as its second. Empty for a fund with a single payment.
 */
export function latestPaidDays(payments: readonly DatedAmount[], before: IsoDay): PaidDays[] {
  const usual = usualPayments(payments.filter(({ exDate }) => exDate < before))
  const gaps = usual
    .slice(1)
    .map(({ exDate }, i) => daysPaidFor(daysBetween(usual[i]?.exDate ?? exDate, exDate)))
  return usual
    .flatMap(({ exDate, amount }, i) => {
      const days = gaps[i - 1] ?? gaps[0]
      return days === undefined || amount <= 0 ? [] : [{ exDate, amount, days }]
    })
    .slice(-compared)
}
