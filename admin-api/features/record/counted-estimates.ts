import type { RecordEntry } from '../../contract/record.ts'
import type { RecordRow, ScoredRow } from '../../db/estimate-record.db.ts'
import { pickCounting } from '../../domain/accuracy/counted-estimates.ts'
import { errorPercent } from '../../domain/accuracy/errors.ts'

/** Payments that a stored live estimate waits for, as of a day. */
export function countWaiting(rows: readonly RecordRow[], asOf: string): number {
  return [...pickCounting(rows)].filter(
    (row) => row.origin === 'live' && row.actual === null && row.ex_date > asOf
  ).length
}

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
