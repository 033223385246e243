import type { RecordEntry } from '../contract/record.ts'
import type { ScoredRow } from '../db/estimate-record.db.ts'
import { errorPercent } from '../domain/accuracy/errors.ts'

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
