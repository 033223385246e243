import type { DividendHistory } from '../../../../admin-api/contract/stock.ts'
import { formatDay, formatDividend, parseSlashedDay } from '../../../lib/format.ts'

/** One bar: `payDate` an ISO day, `amount` dollars a share, `fraction` of the highest amount shown. */
export type ChartPoint = { payDate: string; amount: number; asPaid: number | null; fraction: number }

const drawnPayments = 18

/** The latest 18 payments, oldest first. */
export function chartPoints({ dividend_history }: DividendHistory): ChartPoint[] {
  const latest = dividend_history
    .map((item) => ({
      payDate: parseSlashedDay(item.payment_date) ?? item.ex_date,
      amount: item.amount,
      asPaid: item.amount_as_paid
    }))
    .sort((a, b) => a.payDate.localeCompare(b.payDate))
    .slice(-drawnPayments)
  const highest = Math.max(0, ...latest.map((point) => point.amount))
  return latest.map((point) => ({ ...point, fraction: highest > 0 ? point.amount / highest : 0 }))
}

/** The picture in one sentence, for who cannot see it. */
export function chartFacts(symbol: string, points: readonly ChartPoint[], average: number): string {
  const first = points.at(0)
  const latest = points.at(-1)
  if (first === undefined || latest === undefined) return `${symbol}: no payments`
  const highest = points.reduce((best, point) => (point.amount > best.amount ? point : best), first)
  return (
    `${symbol}: latest ${points.length} payments from ${formatDay(first.payDate)} to ${formatDay(latest.payDate)}, ` +
    `highest ${formatDividend(highest.amount)}, latest ${formatDividend(latest.amount)}, average ${formatDividend(average)}`
  )
}
