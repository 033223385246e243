import { daysBetween } from '../../../estimator/schedule/days.ts'
import type { Payment } from '../../../estimator/types.ts'

/** A source may date an ex-date a day or two beside another one; two payments of a fund lie further apart. */
const longestShiftDays = 3
/** Sources round to four decimals, some to three. */
const sameShare = 0.005

type Told = { exDate: string; payDate: string | null; amount: number }

/**
 * The stored payment that a told one is: on its ex-date, on its pay date, or a few days beside it, unless that one
 * is told as well.
 * @param told all payments that are told
 */
export function findStoredPayment(
  payment: Told,
  stored: readonly Payment[],
  told: readonly Told[]
): Payment | undefined {
  const onItsDay = stored.find(({ exDate }) => exDate === payment.exDate)
  if (onItsDay !== undefined) return onItsDay
  const exDates = new Set(told.map(({ exDate }) => exDate))
  const open = stored.filter(({ exDate }) => !exDates.has(exDate))
  const shiftOf = ({ exDate }: Payment) => Math.abs(daysBetween(exDate, payment.exDate))
  return (
    open.find(({ payDate }) => payDate === payment.payDate) ??
    open
      .filter((candidate) => shiftOf(candidate) <= longestShiftDays)
      .toSorted((a, b) => shiftOf(a) - shiftOf(b))[0]
  )
}

export function isSameAmount(told: number, stored: number): boolean {
  return Math.abs(told - stored) <= Math.max(sameShare * stored, 0.0001)
}
