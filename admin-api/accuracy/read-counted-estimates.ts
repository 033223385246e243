import type { RecordRow } from '../estimates/estimate-record.db.ts'
import { pickCounting } from '../estimates/counted-estimates.ts'

/** Payments that a stored live estimate waits for, as of a day. */
export function countWaiting(rows: readonly RecordRow[], asOf: string): number {
  return [...pickCounting(rows)].filter(
    (row) => row.origin === 'live' && row.actual === null && row.ex_date > asOf
  ).length
}
