import type { DividendHistory } from '../../../admin-api/contract/stock.ts'
import { formatDay, formatDividend, parseSlashedDay } from '../../lib/format.ts'

/**
 * One bar: `payDate` an ISO day, `amount` dollars a share, `fraction` of the highest amount shown. Where the fund
 * began to pay at another frequency, `turn` says at which ('weekly') and at which before ('every 4 weeks').
 */
export type ChartPoint = {
  payDate: string
  amount: number
  asPaid: number | null
  fraction: number
  turn: { now: string; before: string } | null
}

const drawnPayments = 18

/** The latest 18 payments, oldest first. */
export function chartPoints({ dividend_history }: DividendHistory): ChartPoint[] {
  const latest = dividend_history
    .map((item) => ({
      payDate: parseSlashedDay(item.payment_date) ?? item.ex_date,
      amount: item.amount,
      asPaid: item.amount_as_paid,
      frequency: item.frequency_label.toLowerCase()
    }))
    .sort((a, b) => a.payDate.localeCompare(b.payDate))
    .slice(-drawnPayments)
  const highest = Math.max(0, ...latest.map((point) => point.amount))
  return latest.map(({ frequency, ...point }, i) => {
    const before = latest[i - 1]?.frequency ?? frequency
    return {
      ...point,
      fraction: highest > 0 ? point.amount / highest : 0,
      turn: frequency === before ? null : { now: frequency, before }
    }
  })
}

/** The picture in one sentence, for who cannot see it. */
export function chartFacts(symbol: string, points: readonly ChartPoint[], average: number): string {
  const first = points.at(0)
  const latest = points.at(-1)
  if (first === undefined || latest === undefined) return `${symbol}: no payments`
  const highest = points.reduce((best, point) => (point.amount > best.amount ? point : best), first)
  const turns = points.flatMap(({ turn, payDate }) =>
    turn ? `, from ${formatDay(payDate)} paid ${turn.now}, before that ${turn.before}` : []
  )
  return (
    `${symbol}: latest ${points.length} payments from ${formatDay(first.payDate)} to ${formatDay(latest.payDate)}, ` +
    `highest ${formatDividend(highest.amount)}, latest ${formatDividend(latest.amount)}, average ${formatDividend(average)}${turns.join('')}`
  )
}
