import type { HistoryRow } from '../../../db/history-rows.db.ts'

/** What a restore does to one fund: rows that go, rows that come, and how many records each count stands for. */
export type ImportPlan = {
  removed: HistoryRow[]
  written: HistoryRow[]
  added: number
  changed: number
  unchanged: number
}

/**
 * How the backup's rows get into the fund's history. A row of the history gives way to the one with its payment
 * date, or, where it is paid, its ex-date: that is another state of the same payment. All other rows stay.
 * @param known rows of the fund
 * @param restored rows of the backup, no two with one payment date or one paid ex-date
 */
export function planImport(known: readonly HistoryRow[], restored: readonly HistoryRow[]): ImportPlan {
  const byPaymentDate = new Map(known.map((row) => [row.payment_date, row]))
  const byExDate = new Map(known.filter(isPaid).map((row) => [row.ex_date, row]))
  const removed = new Set<HistoryRow>()
  const plan: ImportPlan = { removed: [], written: [], added: 0, changed: 0, unchanged: 0 }
  for (const row of restored) {
    const same = byPaymentDate.get(row.payment_date)
    if (same !== undefined && isSameRow(same, row)) {
      plan.unchanged += 1
      continue
    }
    const onExDate = isPaid(row) ? byExDate.get(row.ex_date) : undefined
    for (const other of [same, onExDate]) if (other !== undefined) removed.add(other)
    if (same === undefined && onExDate === undefined) plan.added += 1
    else plan.changed += 1
    plan.written.push(row)
  }
  return { ...plan, removed: [...removed] }
}

function isPaid(row: HistoryRow): boolean {
  return row.amount !== null
}

function isSameRow(a: HistoryRow, b: HistoryRow): boolean {
  return (Object.keys(b) as (keyof HistoryRow)[]).every((column) => a[column] === b[column])
}
