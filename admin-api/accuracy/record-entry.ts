import type { RecordEntry } from '../contract/record.ts'
import type { FrozenRow, ScoredRow } from '../estimates/estimate-record.db.ts'
import { errorPercent } from './errors.ts'
import { basisRatio } from '../payments/basis-ratio.ts'

/** An estimate beside its payment, on the share basis of the row. */
export function toEntry(row: ScoredRow): RecordEntry {
  return {
    symbol: row.symbol,
    exDate: row.paid_ex_date,
    estimate: row.amount,
    low: row.low,
    high: row.high,
    actual: row.actual,
    errorPercent: errorPercent(row.amount, row.actual),
    isInRange: row.actual >= row.low && row.actual <= row.high,
    naiveErrorPercent:
      row.baseline_last_yield === null ? null : errorPercent(row.baseline_last_yield, row.actual),
    correctedOn: row.corrected_on
  }
}

/** A frozen estimate keeps the share basis of its day; what stands beside later payments needs theirs. */
export function onTodaysBasis<Row extends FrozenRow>(row: Row): Row {
  const ratio = basisRatio(row)
  return {
    ...row,
    amount: row.amount * ratio,
    low: row.low * ratio,
    high: row.high * ratio,
    price: row.price * ratio,
    actual: row.actual === null ? null : row.actual * ratio,
    baseline_last_yield: row.baseline_last_yield === null ? null : row.baseline_last_yield * ratio
  }
}
