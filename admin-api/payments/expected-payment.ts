import { addDays, daysBetween } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'

/*
 * Decides whether a payment is the expected one: for expectations that the operator approved, for pending estimates and
 * for scoring. Amounts do not matter here: a wrong estimate still belongs to its payment. same-payment.ts decides
 * whether a reported payment is already stored.
 */

/**
 * Maximum days between the expected and the actual ex-date: four for a closed Thursday before a weekend (Thursday to
 * Monday). Two usual payments of a fund were never less than five days apart, except YBTC at the end of 2024.
 */
const longestShiftDays = 4

/** Range of ex-dates for a payment expected on `exDate`, and for expectations of a payment on `exDate`. */
export function windowAround(exDate: IsoDay): { from: IsoDay; to: IsoDay } {
  return { from: addDays(exDate, -longestShiftDays), to: addDays(exDate, longestShiftDays) }
}

/** Whether a payment with one of these ex-dates may be the one expected for the other. */
export function isWithinShift(a: IsoDay, b: IsoDay): boolean {
  return shiftOf(a, b) <= longestShiftDays
}

/** The item nearest to an expected ex-date, within the allowed shift; on a tie the first. */
export function findNearestTo<Item>(
  exDate: IsoDay,
  items: readonly Item[],
  exDateOf: (item: Item) => IsoDay,
  longestShift = longestShiftDays
): Item | undefined {
  return items
    .filter((item) => shiftOf(exDateOf(item), exDate) <= longestShift)
    .toSorted((a, b) => shiftOf(exDateOf(a), exDate) - shiftOf(exDateOf(b), exDate))[0]
}

function shiftOf(a: IsoDay, b: IsoDay): number {
  return Math.abs(daysBetween(a, b))
}

/** A payment announced by the issuer that has not been paid yet; dollars a share. */
export type DeclaredPayment = {
  amount: number
  /** Day of the announcement; null if it is not reported. */
  declaredOn: IsoDay | null
  sourceName: string
  /** Day on which the source was last read. */
  seenOn: IsoDay
}

/**
 * The announced or approved payment that is the one expected on `exDate`: the nearest one after the day `after`, within
 * half a period, because a monthly payer's day may move by two weeks. Undefined if there is none.
 */
export function findExpected<Row extends { ex_date: IsoDay }>(
  { after, exDate, frequency }: { after: IsoDay; exDate: IsoDay; frequency: number | null },
  rows: readonly Row[]
): Row | undefined {
  const ahead = rows.filter(({ ex_date }) => ex_date > after)
  const halfPeriod = frequency === null ? 0 : Math.floor(daysOfYear / frequency / 2)
  return findNearestTo(exDate, ahead, ({ ex_date }) => ex_date, Math.max(longestShiftDays, halfPeriod))
}

const daysOfYear = 365
