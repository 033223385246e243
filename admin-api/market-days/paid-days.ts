import { periodOf } from './cadence.ts'
import { daysBetween } from './days.ts'
import type { IsoDay } from './types.ts'
import { usualPayments } from './usual-payments.ts'

const aWeek = 7

/** A week's payment is for a week, however holidays move it; any other one for the days since the payment before. */
export function daysPaidFor(gapDays: number): number {
  return periodOf(gapDays) === 'week' ? aWeek : gapDays
}

/** A payment and the days it is for, so that weekly, monthly and catch-up payments compare by the day. */
export type PaidDays = { exDate: IsoDay; amount: number; days: number }

/** A year of monthly payments could hold a change of rhythm; five hold what is usual now. */
const compared = 5

/**
 * The latest usual payments before a day, at most five, above zero, ascending; each is for the days since the usual
 * one before it, the first one of a fund for as many as the second. Empty where a fund has paid once at most.
 */
export function latestPaidDays(
  payments: readonly { exDate: IsoDay; amount: number }[],
  before: IsoDay
): PaidDays[] {
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
