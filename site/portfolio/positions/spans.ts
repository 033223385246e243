import { addDays, compareText, mondayOf } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import type { HeldFunds } from '../funds/held-fund.ts'
import { isComing, type PaymentState, type PortfolioPayment } from './portfolio-payments.ts'
import { rangeOfSum, type SumRange } from './sum-range.ts'

/** Both days included. */
export type Span = { from: IsoDay; to: IsoDay }

/** This week and the next from Monday to Sunday, this calendar month and the next, and the 365 days from today. */
export function spansOf(today: IsoDay): Record<'week' | 'nextWeek' | 'month' | 'nextMonth' | 'year', Span> {
  const monday = mondayOf(today)
  const month = monthSpan(today)
  return {
    week: { from: monday, to: addDays(monday, 6) },
    nextWeek: { from: addDays(monday, 7), to: addDays(monday, 13) },
    month,
    nextMonth: monthSpan(addDays(month.to, 1)),
    year: { from: today, to: addDays(today, 364) }
  }
}

export function monthSpan(day: IsoDay): Span {
  const from = `${day.slice(0, 7)}-01`
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) }
}

export function paymentsWithin(
  payments: readonly PortfolioPayment[],
  { from, to }: Span
): PortfolioPayment[] {
  return payments.filter(({ payDate }) => payDate >= from && payDate <= to)
}

/**
 * Dollars by payment state, and their total `amount`. `coming` is due today or later: declared, estimated and projected.
 * My Fleet, its charts and the home page show this sum.
 */
export type SpanSum = Record<PaymentState | 'amount' | 'coming', number>

/** What a span brings: paid and still to come, without payments that aren't confirmed. */
export function incomeOf({ paid, coming }: SpanSum): number {
  return paid + coming
}

export function sumOf(payments: readonly PortfolioPayment[]): SpanSum {
  const sum: SpanSum = { amount: 0, coming: 0, paid: 0, declared: 0, estimated: 0, projected: 0, expected: 0 }
  for (const payment of payments) {
    const { state, amount } = payment
    sum[state] += amount
    sum.amount += amount
    if (isComing(payment)) sum.coming += amount
  }
  return sum
}

/** Simulated 80 % range of the sum of payments; null if everything is known, or too little is. */
export function rangeOfPayments(payments: readonly PortfolioPayment[], funds: HeldFunds): SumRange | null {
  // A coming payment of an own holding is open, even with too few payments for a range.
  const isOpen = (payment: PortfolioPayment) =>
    payment.range !== null || (payment.isOwn && payment.state !== 'paid')
  const open = payments.filter(isOpen)
  const known = sumOf(payments.filter((payment) => !isOpen(payment))).amount
  const range = rangeOfSum(open, funds)
  return range && { low: range.low + known, high: range.high + known }
}

/**
 * `range` is of `sum.coming` and contains it; null if all of it is known, or too little is.
 */
export type SpanFigures = { span: Span; sum: SpanSum; range: SumRange | null }

export function calculateSpan(
  span: Span,
  payments: readonly PortfolioPayment[],
  funds: HeldFunds
): SpanFigures {
  const due = paymentsWithin(payments, span)
  return { span, sum: sumOf(due), range: rangeOfPayments(due.filter(isComing), funds) }
}

/** Payments of a fund, or of all, in each month of a year, January first, and in the year. */
export type FundMonths = { name: string; months: SpanSum[]; year: SpanSum }

/** Payments of a calendar year by month of the pay date: of all funds, and of each by symbol. */
export function fundMonths(
  payments: readonly PortfolioPayment[],
  year: string
): { all: FundMonths; funds: FundMonths[] } {
  const ofYear = payments.filter(({ payDate }) => payDate.startsWith(year))
  const bySymbol = [...Map.groupBy(ofYear, ({ symbol }) => symbol)].sort(([a], [b]) => compareText(a, b))
  return {
    all: sumMonths('All funds', ofYear),
    funds: bySymbol.map(([symbol, own]) => sumMonths(symbol, own))
  }
}

function sumMonths(name: string, payments: readonly PortfolioPayment[]): FundMonths {
  const inMonth = Map.groupBy(payments, ({ payDate }) => Number(payDate.slice(5, 7)))
  const months = Array.from({ length: 12 }, (_, index) => sumOf(inMonth.get(index + 1) ?? []))
  return { name, months, year: sumOf(payments) }
}
