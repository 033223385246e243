import { formatLongDay } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import type { DayBasis, PaymentRow } from '../platform/database/schema/facts.ts'

export type PaidPaymentRow = PaymentRow & { amount: number }

export function isPaidRow(row: PaymentRow): row is PaidPaymentRow {
  return row.amount !== null
}

/** The two days of a payment that is to be stored. */
export type PaymentDays = {
  symbol: string
  exDate: IsoDay
  exDateBasis: DayBasis
  payDate: IsoDay
  payDateBasis: DayBasis
}

/** The two days of a stored payment. */
export type RowDays = Pick<
  PaymentRow,
  'symbol' | 'payment_date' | 'payment_date_basis' | 'ex_date' | 'ex_date_basis'
>

/** Returns a sentence for the operator if the payment would be paid before its ex-date; otherwise null. */
export function faultOfDays({
  symbol,
  exDate,
  payDate
}: Pick<PaymentDays, 'symbol' | 'exDate' | 'payDate'>): string | null {
  if (payDate >= exDate) return null
  return `The payment of ${symbol} with ex-date ${formatLongDay(exDate)} can't be paid before that day, on ${formatLongDay(payDate)}.`
}

/**
 * Decides which days to store. A day read in a source is never replaced by a derived one, and a derived day changes only
 * together with the day it was derived from.
 */
export function settleDays(known: RowDays | undefined, days: PaymentDays): RowDays {
  const keepsEx =
    known !== undefined &&
    days.exDateBasis === 'derived' &&
    (known.ex_date_basis === 'source' || known.payment_date === days.payDate)
  const keepsPay =
    known !== undefined &&
    days.payDateBasis === 'derived' &&
    (known.payment_date_basis === 'source' || known.ex_date === days.exDate)
  return {
    symbol: days.symbol,
    ex_date: keepsEx ? known.ex_date : days.exDate,
    ex_date_basis: keepsEx ? known.ex_date_basis : days.exDateBasis,
    payment_date: keepsPay ? known.payment_date : days.payDate,
    payment_date_basis: keepsPay ? known.payment_date_basis : days.payDateBasis
  }
}

/** 1 - |actual - estimate| / actual, at least 0. An actual of zero scores 1 for an estimate of zero, else 0. */
export function accuracyScore(estimate: number, actual: number): number {
  if (actual === 0) return estimate === 0 ? 1 : 0
  return roundTo(4, Math.max(0, 1 - Math.abs(actual - estimate) / actual))
}

/** Score of the operator's estimate in a row; null while the estimate or the amount is unknown. */
export function scoreRow({
  estimated_amount,
  amount
}: Pick<PaymentRow, 'estimated_amount' | 'amount'>): number | null {
  return estimated_amount === null || amount === null ? null : accuracyScore(estimated_amount, amount)
}
