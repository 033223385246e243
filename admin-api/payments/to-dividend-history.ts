import type { DividendHistory } from '../contract/stock.ts'
import type { PaidRow } from './paid-payments.db.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/rounding.ts'
import { pastFrequencies } from '../market-days/past-frequencies.ts'
import { formatSlashDay, labelFrequency } from '../market-days/format-days.ts'

/** As many as the chart draws; the average is of what is drawn. */
const averagedPayments = 18

/** `rows` newest first. */
export function toDividendHistory(rows: readonly PaidRow[]): DividendHistory {
  const averaged = rows.slice(0, averagedPayments)
  const total = averaged.reduce((sum, row) => sum + row.amount, 0)
  const ascending = rows.toReversed().map(({ ex_date, amount }) => ({ exDate: ex_date, amount }))
  const frequencies = pastFrequencies(ascending.map(({ exDate }) => exDate)).toReversed()
  const usualDays = new Set(usualPayments(ascending).map(({ exDate }) => exDate))
  return {
    dividend_history: rows.map((row, i) => ({
      payment_date: formatSlashDay(row.payment_date),
      ex_date: row.ex_date,
      amount: row.amount,
      amount_as_paid: row.amount_as_paid,
      frequency_label: labelFrequency(frequencies[i] ?? 12),
      is_residual: !usualDays.has(row.ex_date),
      kind: 'paid' as const
    })),
    statistics: { average: averaged.length === 0 ? 0 : roundTo(6, total / averaged.length) }
  }
}
