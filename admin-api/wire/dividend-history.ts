import type { DividendHistory } from '../contract/stock.ts'
import type { PaidRow } from '../db/paid-payments.db.ts'
import { roundTo } from '../domain/rounding.ts'
import { formatSlashDay } from './format.ts'

/** As many as the chart draws; the average is of what is drawn. */
const averagedPayments = 18

/** `rows` newest first. */
export function toDividendHistory(rows: readonly PaidRow[]): DividendHistory {
  const averaged = rows.slice(0, averagedPayments)
  const total = averaged.reduce((sum, row) => sum + row.amount, 0)
  return {
    dividend_history: rows.map((row) => ({
      payment_date: formatSlashDay(row.payment_date),
      ex_date: row.ex_date,
      amount: row.amount,
      amount_as_paid: row.amount_as_paid,
      kind: 'paid' as const
    })),
    statistics: { average: averaged.length === 0 ? 0 : roundTo(6, total / averaged.length) }
  }
}
