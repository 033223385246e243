import type { IsoDay } from '../market-days/types.ts'
import type { DayBasis, RowDays } from './payment-row.ts'

/** The days of a payment that is to be stored. */
export type PaymentDays = {
  symbol: string
  exDate: IsoDay
  exDateBasis: DayBasis
  payDate: IsoDay
  payDateBasis: DayBasis
}

/** What is wrong with two days of a payment, as a sentence for the operator; null where it is paid on its ex-date or later. */
export function faultOfDays({
  symbol,
  exDate,
  payDate
}: Pick<PaymentDays, 'symbol' | 'exDate' | 'payDate'>): string | null {
  if (payDate >= exDate) return null
  return `The payment of ${symbol} with ex-date ${exDate} can't be paid before that day, on ${payDate}.`
}

/**
 * The days to be stored: what was read in a source stays against what is only derived, and a derived day moves only
 * together with the day it was counted from.
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
