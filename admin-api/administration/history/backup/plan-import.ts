import type { HistoryRow } from '../../../payments/history-rows.db.ts'
import { isPaid } from '../../../payments/payment-row.ts'
import { findSamePayment, type KnownPayment, toKnownPayment } from '../../../payments/same-payment.ts'

type Payment = KnownPayment & { row: HistoryRow }

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
 * date, or, where it is paid, to the same payment. All other rows stay.
 * @param known rows of the fund
 * @param restored rows of the backup, no two with one payment date or one paid ex-date
 */
export function planImport(known: readonly HistoryRow[], restored: readonly HistoryRow[]): ImportPlan {
  const byPaymentDate = new Map(known.map((row) => [row.payment_date, row]))
  const payments = known.filter(isPaid).map(toKnownPayment)
  const backedUp = restored.filter(isPaid).map(toKnownPayment)
  const exDates = new Set(backedUp.map(({ exDate }) => exDate))
  const findNear = indexByDay(payments)
  const removed = new Set<HistoryRow>()
  const plan: ImportPlan = { removed: [], written: [], added: 0, changed: 0, unchanged: 0 }
  for (const row of restored) {
    const onPayDate = byPaymentDate.get(row.payment_date)
    if (onPayDate !== undefined && isSameRow(onPayDate, row)) {
      plan.unchanged += 1
      continue
    }
    const near = isPaid(row) ? findNear(row) : []
    const reported = near.filter(({ exDate }) => exDates.has(exDate))
    const same = isPaid(row) ? findSamePayment(toKnownPayment(row), near, reported)?.row : undefined
    for (const other of [onPayDate, same]) if (other !== undefined) removed.add(other)
    if (onPayDate === undefined && same === undefined) plan.added += 1
    else plan.changed += 1
    plan.written.push(row)
  }
  return { ...plan, removed: [...removed] }
}

/**
 * Finds the payments that can be the same as a row at all, in their order: on its pay date, or with an ex-date at most
 * a week from its own. Comparing each with each would take seconds with thousands of them.
 */
function indexByDay(payments: readonly Payment[]): (row: HistoryRow) => Payment[] {
  const onWeek = Map.groupBy(payments, ({ exDate }) => weekOf(exDate))
  const onPayDate = Map.groupBy(payments, ({ payDate }) => payDate)
  const place = new Map(payments.map((payment, index) => [payment, index]))
  return (row) => {
    const week = weekOf(row.ex_date)
    const weeks = [week - 1, week, week + 1].flatMap((near) => onWeek.get(near) ?? [])
    const found = new Set([...weeks, ...(onPayDate.get(row.payment_date) ?? [])])
    return [...found].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
  }
}

function weekOf(day: string): number {
  return Math.floor(Date.parse(day) / (7 * 86_400_000))
}

function isSameRow(a: HistoryRow, b: HistoryRow): boolean {
  return (Object.keys(b) as (keyof HistoryRow)[]).every((column) => a[column] === b[column])
}
