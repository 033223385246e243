import type { HistoryRow } from '../../db/history-rows.db.ts'
import { daysBetween } from '../../estimator/schedule/days.ts'
import type { EstimateRow } from './estimate-row.ts'

/** A payment the operator approved before it is paid. */
export type Expectation = Pick<HistoryRow, 'symbol' | 'ex_date' | 'payment_date' | 'collection_date'>

/** An operator moves a payment by a few days; a week off it is another one. */
const longestShiftDays = 4

/**
 * The row with the days the operator approved in place of those the fund's rhythm lets expect. The amount stays the
 * method's own, and so does the record, which is keyed by the day the method expected.
 */
export function withConfirmedDates(
  row: EstimateRow,
  expectations: readonly Expectation[],
  now: Date
): EstimateRow {
  const { as_of, next_ex_date } = row
  if (next_ex_date === null) return row
  const shiftOf = ({ ex_date }: Expectation) => Math.abs(daysBetween(ex_date, next_ex_date))
  const [nearest] = expectations
    .filter((expected) => shiftOf(expected) <= longestShiftDays && expected.ex_date > as_of)
    .toSorted((a, b) => shiftOf(a) - shiftOf(b))
  if (nearest === undefined) return row
  return {
    ...row,
    next_ex_date: nearest.ex_date,
    next_pay_date: nearest.payment_date,
    dates_confirmed_on: nearest.collection_date ?? now.toISOString().slice(0, 10)
  }
}
