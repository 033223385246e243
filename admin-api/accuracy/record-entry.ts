import type { RecordEntry } from '../contract/record.ts'
import { checkEstimatePath } from '../contract/signed-record.ts'
import type { FrozenRow, ScoredRow } from '../estimates/estimate-record.db.ts'
import { errorPercent } from '../numbers/forecast-errors.ts'
import { basisRatio } from '../payments/share-basis.ts'
import { isInRange } from './accuracy-figures.ts'

/** An estimate and its payment, on the share basis of the row. */
export function toEntry(row: ScoredRow): RecordEntry {
  return {
    symbol: row.symbol,
    exDate: row.paid_ex_date,
    estimate: row.amount,
    low: row.low,
    high: row.high,
    actual: row.actual,
    errorPercent: errorPercent(row.amount, row.actual),
    isInRange: isInRange(row),
    correctedOn: row.corrected_on,
    checkPath: row.signed_on === null ? null : checkEstimatePath(row.signed_on, row)
  }
}

/**
 * Factor from today's share basis to that of a frozen estimate, from its payment on both; 1 for a payment of zero, which
 * is the same on all.
 */
export function ratioToFrozen(actual: number, paidToday: number | null): number {
  return actual > 0 && paidToday !== null && paidToday > 0 ? actual / paidToday : 1
}

/** Converts a frozen estimate from the share basis of its day to today's, for comparison with later payments. */
export function onTodaysBasis<Row extends FrozenRow>(row: Row): Row {
  const ratio = basisRatio(row)
  const amounts = moneyColumns.map((column) => [column, row[column] === null ? null : row[column] * ratio])
  return { ...row, ...Object.fromEntries(amounts) }
}

const moneyColumns = [
  'amount',
  'low',
  'high',
  'q05',
  'q25',
  'q75',
  'q95',
  'price',
  'actual',
  'baseline_last_yield'
] as const
