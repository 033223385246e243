import type { HistoryRow } from '../payments/history-rows.db.ts'
import { findNearestTo } from '../payments/expected-payment.ts'
import type { EstimateRow } from './estimate-row.ts'

/** A payment the operator approved before it is paid. */
export type Expectation = Pick<HistoryRow, 'symbol' | 'ex_date' | 'payment_date' | 'collection_date'>

/**
 * The row with the days the operator approved in place of those that follow from the fund's rhythm. The amount stays the
 * method's own, and so does the record, which is keyed by the day the method expected.
 */
export function withConfirmedDates(
  row: EstimateRow,
  expectations: readonly Expectation[],
  now: Date
): EstimateRow {
  const { as_of, next_ex_date } = row
  if (next_ex_date === null) return row
  const coming = expectations.filter(({ ex_date }) => ex_date > as_of)
  const nearest = findNearestTo(next_ex_date, coming, ({ ex_date }) => ex_date)
  if (nearest === undefined) return row
  return {
    ...row,
    next_ex_date: nearest.ex_date,
    next_pay_date: nearest.payment_date,
    dates_confirmed_on: nearest.collection_date ?? now.toISOString().slice(0, 10)
  }
}
