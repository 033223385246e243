import { addDays, daysBetween } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'

/*
 * The one answer to 'is this the payment that was expected?', for what the operator approved, for an estimate that
 * waits and for one that is scored. Amounts say nothing here: a wrong estimate is still one of its payment.
 */

/**
 * Days by which a payment may go ex off the day it was expected for: a closed Thursday before a weekend makes it
 * four (Thursday to Monday). Two usual payments of a fund were never less than five days apart, with one exception
 * (YBTC at the end of 2024).
 */
const longestShiftDays = 4

/** The ex-dates between which a payment that was expected for `exDate` may lie, and an expectation of it too. */
export function windowAround(exDate: IsoDay): { from: IsoDay; to: IsoDay } {
  return { from: addDays(exDate, -longestShiftDays), to: addDays(exDate, longestShiftDays) }
}

/** Whether a payment that goes ex on one of the two days may be the one that was expected for the other. */
export function isWithinShift(a: IsoDay, b: IsoDay): boolean {
  return shiftOf(a, b) <= longestShiftDays
}

/** Of what may be meant by an expected ex-date, the nearest; the first of two that are equally near. */
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
