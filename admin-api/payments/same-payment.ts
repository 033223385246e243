import { daysBetween } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import type { DayBasis, PaidPaymentRow } from './payment-row.ts'
import { smallShare } from '../market-days/usual-payments.ts'

/*
 * The one answer to 'is this the payment that is stored?'. Whether a payment is the one that was expected is
 * another question: expected-payment.ts. The cases behind each rule are in same-payment.test.ts.
 */

/** What a payment is known by. */
export type KnownPayment = {
  exDate: IsoDay
  exDateBasis: DayBasis
  /** Null where nobody reported it. */
  payDate: IsoDay | null
  payDateBasis: DayBasis
  /** Dollars a share on today's share basis. */
  amount: number
}

/**
 * Days by which two datings of one payment may differ. An ex-date counted back from a pay date misses by a weekend
 * at most, and sources differ by a day or two. Of 4,239 payments two usual ones of a fund were never less than five
 * days apart (QQQY 2024-12-26 and 12-31), but for YBTC 2024-12-30 and 2025-01-02, whose days were both read.
 */
const longestShiftDays = 3
/** Half a unit of the third decimal, to which some sources round, of an amount of 0.1. */
const sameShare = 0.005
/** A unit of the fourth decimal, to which most sources round: amounts like 0.0003 are good to no more. */
const rounding = 0.0001

/** Whether two amounts (dollars a share) are the same but for the rounding of their sources. */
export function isSameAmount(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(sameShare * Math.max(a, b), rounding)
}

/**
 * The stored payment that this one is, or undefined where it is another one:
 * 1. on its ex-date;
 * 2. on its pay date, or 3. at most three days beside it, with an amount of the same order, if one of the two
 *    ex-dates was only derived: days that were both read in a source are two payments,
 * 4. unless they share a pay date that was read twice,
 * 5. or the source that reports this one leaves the stored one out and has its amount: it dates it differently.
 * @param reported all that the same answer of a source holds: what it reports on a day of its own is another payment
 */
export function findSamePayment<Stored extends KnownPayment>(
  payment: KnownPayment,
  stored: readonly Stored[],
  reported?: readonly { exDate: IsoDay }[]
): Stored | undefined {
  const onExDate = stored.find(({ exDate }) => exDate === payment.exDate)
  if (onExDate !== undefined) return onExDate
  const reportedDays = new Set(reported?.map(({ exDate }) => exDate))
  const others = stored.filter(({ exDate }) => !reportedDays.has(exDate))
  return (
    others.find((other) => hasSamePayDate(payment, other)) ??
    others
      .filter((other) => isSameBeside(payment, other, reported !== undefined))
      .toSorted((a, b) => shiftOf(a, payment) - shiftOf(b, payment))[0]
  )
}

/** A row of the history as it is compared. */
export function toKnownPayment<Row extends PaidPaymentRow>(row: Row): KnownPayment & { row: Row } {
  return {
    exDate: row.ex_date,
    exDateBasis: row.ex_date_basis,
    payDate: row.payment_date,
    payDateBasis: row.payment_date_basis,
    amount: row.amount,
    row
  }
}

function hasSamePayDate(a: KnownPayment, b: KnownPayment): boolean {
  if (a.payDate === null || a.payDate !== b.payDate || !isSameOrder(a.amount, b.amount)) return false
  const isReadTwice = a.payDateBasis === 'source' && b.payDateBasis === 'source'
  return !areBothRead(a, b) || (isReadTwice && isNear(a, b))
}

function isSameBeside(a: KnownPayment, b: KnownPayment, isLeftOut: boolean): boolean {
  if (!isNear(a, b)) return false
  return areBothRead(a, b) ? isLeftOut && isSameAmount(a.amount, b.amount) : isSameOrder(a.amount, b.amount)
}

function areBothRead(a: KnownPayment, b: KnownPayment): boolean {
  return a.exDateBasis === 'source' && b.exDateBasis === 'source'
}

function isNear(a: KnownPayment, b: KnownPayment): boolean {
  return shiftOf(a, b) <= longestShiftDays
}

function shiftOf(a: KnownPayment, b: KnownPayment): number {
  return Math.abs(daysBetween(a.exDate, b.exDate))
}

function isSameOrder(a: number, b: number): boolean {
  return isSameAmount(a, b) || Math.min(a, b) >= smallShare * Math.max(a, b)
}
