import { daysBetween } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { smallShare } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import type { DayBasis } from '../platform/database/schema/facts.ts'
import type { PaidPaymentRow } from './payment-row.ts'

/*
 * Decides whether a reported payment is already stored; expected-payment.ts decides whether it was expected.
 * same-payment.test.ts has the case behind each rule.
 */

/** Fields that identify a payment. */
export type KnownPayment = {
  exDate: IsoDay
  exDateBasis: DayBasis
  /** Null if no source reports it. */
  payDate: IsoDay | null
  payDateBasis: DayBasis
  /** Dollars a share on today's share basis. */
  amount: number
}

/**
 * Maximum days between two reported ex-dates of one payment. An ex-date derived from a pay date is wrong by a weekend at
 * most, and sources differ by a day or two. Of 4,239 payments no two usual ones of a fund were less than five days apart
 * (QQQY 2024-12-26 and 12-31), except YBTC 2024-12-30 and 2025-01-02, whose days were both read in a source.
 */
const longestShiftDays = 3
/** Relative tolerance: half a unit of the third decimal, to which some sources round, for an amount of 0.1. */
const sameShare = 0.005
/** Absolute tolerance: a unit of the fourth decimal, to which most sources round. */
const rounding = 0.0001

/** Whether two amounts (dollars a share) differ only by the rounding of their sources. */
export function isSameAmount(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(sameShare * Math.max(a, b), rounding)
}

/** Whether the first amount is the second one, rounded to fewer decimals. */
export function isRoundedFrom(rounded: number, amount: number): boolean {
  const decimals = String(rounded).split('.')[1]?.length ?? 0
  return rounded !== amount && rounded === roundTo(decimals, amount)
}

/**
 * Returns the stored payment that matches this one, or undefined if it is new. In order of precedence:
 * 1. one with the same ex-date;
 * 2. one with the same pay date, or 3. with an ex-date at most three days apart, and an amount of the same order, if one
 *    of the two ex-dates is derived: two ex-dates that were both read in a source are two payments, unless
 * 4. they share a pay date that was read in both, or
 * 5. the source does not report the stored one, and this one has its amount: the source dates it differently.
 * @param reported all payments in the same response: a stored payment on one of these days is a separate one
 * @param since first day that the response covers: it omits no earlier payment; all days without it
 */
export function findSamePayment<Stored extends KnownPayment>(
  payment: KnownPayment,
  stored: readonly Stored[],
  reported?: readonly { exDate: IsoDay }[],
  since: IsoDay = ''
): Stored | undefined {
  const onExDate = stored.find(({ exDate }) => exDate === payment.exDate)
  if (onExDate !== undefined) return onExDate
  const reportedDays = new Set(reported?.map(({ exDate }) => exDate))
  const others = stored.filter(({ exDate }) => !reportedDays.has(exDate))
  return (
    others.find((other) => hasSamePayDate(payment, other)) ??
    others
      .filter((other) => isSameNearby(payment, other, reported !== undefined && other.exDate >= since))
      .toSorted((a, b) => shiftOf(a, payment) - shiftOf(b, payment))[0]
  )
}

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

function isSameNearby(a: KnownPayment, b: KnownPayment, isOmitted: boolean): boolean {
  if (!isNear(a, b)) return false
  return areBothRead(a, b) ? isOmitted && isSameAmount(a.amount, b.amount) : isSameOrder(a.amount, b.amount)
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
