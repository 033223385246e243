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
  exDateOf: (item: Item) => IsoDay
): Item | undefined {
  return items
    .filter((item) => isWithinShift(exDateOf(item), exDate))
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

/** The declared payment after `as_of` that matches the expected ex-date; undefined if none does. */
export function findDeclaredFor<Row extends { ex_date: IsoDay }>(
  { as_of, next_ex_date }: { as_of: IsoDay; next_ex_date: IsoDay },
  declared: readonly Row[]
): Row | undefined {
  const ahead = declared.filter(({ ex_date }) => ex_date > as_of)
  return findNearestTo(next_ex_date, ahead, ({ ex_date }) => ex_date)
}
