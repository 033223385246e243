import type { RecordRow } from './estimate-record.db.ts'

/** An estimate of the record that counts, and whose payment is known. */
export type ScoredRow = RecordRow & { actual: number; paid_ex_date: string }

/**
 * The estimates that count: of those for one payment the last one frozen before its ex-date, because that is what
 * a visitor read when the payment came. Earlier ones stay in the record, but would count one payment twice.
 */
export function pickCounting(rows: readonly RecordRow[]): Set<RecordRow> {
  const last = new Map<string, RecordRow>()
  for (const row of rows) {
    const key = `${row.origin} ${row.symbol} ${row.paid_ex_date ?? row.ex_date}`
    const known = last.get(key)
    if (known === undefined || known.as_of < row.as_of) last.set(key, row)
  }
  return new Set(last.values())
}

/** Of one origin, oldest first. */
export function listScored(rows: readonly RecordRow[], origin: RecordRow['origin']): ScoredRow[] {
  return [...pickCounting(rows)]
    .filter(isScored)
    .filter((row) => row.origin === origin)
    .sort((a, b) => compare(a.paid_ex_date, b.paid_ex_date) || compare(a.symbol, b.symbol))
}

function isScored(row: RecordRow): row is ScoredRow {
  return row.actual !== null && row.paid_ex_date !== null
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
