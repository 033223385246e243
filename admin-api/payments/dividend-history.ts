import type { DividendHistory } from '../contract/stock.ts'
import { labelFrequency, pastFrequencies } from '../market-days/frequency.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import type { PaidRow } from './payments.db.ts'

/** The average covers the payments in the chart. */
const averagedPayments = 18

/** Converts payments, newest first, to the public history. */
export function toDividendHistory(rows: readonly Omit<PaidRow, 'sources'>[]): DividendHistory {
  const averaged = rows.slice(0, averagedPayments)
  const total = averaged.reduce((sum, row) => sum + row.amount, 0)
  const ascending = rows.toReversed().map(({ ex_date, amount }) => ({ exDate: ex_date, amount }))
  const frequencies = pastFrequencies(ascending.map(({ exDate }) => exDate)).toReversed()
  const usualDays = new Set(usualPayments(ascending).map(({ exDate }) => exDate))
  return {
    dividend_history: rows.map((row, i) => ({
      payment_date: formatDayMonthYear(row.payment_date),
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

/** '2026-05-29' -> '29/05/2026' (dd/mm/yyyy), the format of the public history. */
function formatDayMonthYear(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}
