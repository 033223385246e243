import type { ManualEntry } from '../contract/manual-entries.ts'
import type { EntryRow } from './manual-entries.db.ts'
import { roundTo } from '../numbers/rounding.ts'

/** An entry as the operator's table shows it. */
export function toManualEntry(row: EntryRow): ManualEntry {
  return {
    id: row.id,
    ticker: row.symbol,
    kind: row.kind,
    collection_date: row.collection_date,
    payment_date: row.payment_date,
    ex_date: row.ex_date,
    estimated_dividend: row.estimated_amount,
    actual_dividend: row.amount,
    current_price: row.price === null ? null : roundTo(2, row.price),
    implied_volatility: row.implied_volatility === null ? null : roundTo(4, row.implied_volatility),
    three_month_average: row.average_amount === null ? null : roundTo(4, row.average_amount),
    frequency: row.frequency,
    status: row.status,
    reason: row.reason
  }
}
