import { addDays } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { type FleetPayment, mondayOf } from './fleet-payments.ts'
import type { HeldFunds } from './held-fund.ts'
import { rangeOfSum } from './sum-range.ts'

/** Both days count. */
export type Span = { from: IsoDay; to: IsoDay }

/** This week from Monday to Sunday, this month from its first to its last day, and the 365 days from today. */
export function spansOf(today: IsoDay): { week: Span; month: Span; year: Span } {
  const monday = mondayOf(today)
  return {
    week: { from: monday, to: addDays(monday, 6) },
    month: monthSpan(today),
    year: { from: today, to: addDays(today, 364) }
  }
}

export function monthSpan(day: IsoDay): Span {
  const from = `${day.slice(0, 7)}-01`
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) }
}

export function paymentsWithin(payments: readonly FleetPayment[], { from, to }: Span): FleetPayment[] {
  return payments.filter(({ payDate }) => payDate >= from && payDate <= to)
}

/** Dollars by what is known of them; `amount` is all of it. */
export type SpanSum = {
  amount: number
  paid: number
  declared: number
  estimated: number
  /** Expected for days that have passed, and nobody knows what came. */
  expected: number
}

export function sumOf(payments: readonly FleetPayment[]): SpanSum {
  const sum: SpanSum = { amount: 0, paid: 0, declared: 0, estimated: 0, expected: 0 }
  for (const { state, amount } of payments) {
    sum[state] += amount
    sum.amount += amount
  }
  return sum
}

/** The middle 80 % of what the payments come to together, in dollars; null where all is known, or too little. */
export function rangeOfPayments(
  payments: readonly FleetPayment[],
  funds: HeldFunds
): { low: number; high: number } | null {
  const open = payments.filter(({ range }) => range !== null)
  const known = sumOf(payments.filter(({ range }) => range === null)).amount
  const range = rangeOfSum(
    open.map(({ symbol, exDate, amount }) => ({
      ...{ symbol, exDate, estimate: amount, isDeclared: false },
      pastRatios: funds.get(symbol)?.pastRatios ?? []
    }))
  )
  return range && { low: range.low + known, high: range.high + known }
}
