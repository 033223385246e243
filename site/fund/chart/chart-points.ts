import type { DividendHistory } from '../../../admin-api/contract/stock.ts'
import { formatDay, formatDividend, formatShare, parseDayMonthYear } from '../../lib/format.ts'
import { niceStep } from '../../ui/chart/plot.ts'

/**
 * One bar: `payDate` is an ISO day, `amount` dollars per share. At a change of frequency, `turn` has the new ('weekly') and
 * the previous one ('every 4 weeks'). Fields that most payments lack are omitted, because each fund page contains its
 * points.
 */
export type ChartPoint = {
  payDate: string
  amount: number
  /** Dollars per share on that day's share basis, if they differ; null if no source has them. */
  asPaid?: number | null
  turn?: { now: string; before: string }
}

/** Payments of the history chart and their average in dollars per share. */
export type HistoryFacts = { points: ChartPoint[]; average: number }

const drawnPayments = 18

export function historyFacts(history: DividendHistory): HistoryFacts {
  return { points: chartPoints(history), average: history.statistics.average }
}

/** The latest 18 payments, oldest first. */
export function chartPoints({ dividend_history }: DividendHistory): ChartPoint[] {
  const latest = dividend_history
    .map((item) => ({
      payDate: parseDayMonthYear(item.payment_date) ?? item.ex_date,
      amount: item.amount,
      ...(item.amount_as_paid !== item.amount && { asPaid: item.amount_as_paid }),
      frequency: item.frequency_label.toLowerCase()
    }))
    .sort((a, b) => a.payDate.localeCompare(b.payDate))
    .slice(-drawnPayments)
  return latest.map(({ frequency, ...point }, i) => {
    const before = latest[i - 1]?.frequency ?? frequency
    return {
      ...point,
      ...(frequency !== before && { turn: { now: frequency, before } })
    }
  })
}

/** Amounts as fractions of the highest, in the order of the points; zero if all are. */
export function fractionsOfHighest(points: readonly ChartPoint[]): number[] {
  const highest = Math.max(0, ...points.map((point) => point.amount))
  return points.map(({ amount }) => (highest > 0 ? Math.round((10_000 * amount) / highest) / 10_000 : 0))
}

/** Text alternative of the chart. */
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

/** A position on the time axis: a payment, or the gap before a change of frequency. */
export type ChartSlot = { point: ChartPoint; fraction: number; isTurn: boolean }

/** Payments in order, with a gap at each change of frequency. */
export function slotsOf(points: readonly ChartPoint[]): ChartSlot[] {
  const fractions = fractionsOfHighest(points)
  return points.flatMap((point, i) => {
    const fraction = fractions[i] ?? 0
    return [
      ...(point.turn === undefined ? [] : [{ point, fraction, isTurn: true }]),
      { point, fraction, isTurn: false }
    ]
  })
}

/** Facts about a slot, one per line. */
export function slotFacts({ point, fraction, isTurn }: ChartSlot): string {
  if (isTurn)
    return `from ${formatDay(point.payDate)}\npaid ${point.turn?.now},\nbefore that ${point.turn?.before}`
  const amount = formatDividend(point.amount)
  const asPaid = point.asPaid == null ? amount : formatDividend(point.asPaid)
  return [
    `${amount} a share`,
    `paid ${formatDay(point.payDate)}`,
    `${formatShare(fraction)} of the highest`,
    ...(asPaid === amount ? [] : [`${asPaid} before splits`])
  ].join('\n')
}

/** Fractions of the payments of each frequency, null in the slots of the others. */
export function trendsOf(slots: readonly ChartSlot[]): (number | null)[][] {
  const turns = slots.flatMap(({ isTurn }, i) => (isTurn ? i : []))
  return [0, ...turns].map((start, run) =>
    slots.map(({ fraction, isTurn }, i) =>
      isTurn || i < start || i >= (turns[run] ?? slots.length) ? null : fraction
    )
  )
}

/** Round values from zero up, and the highest amount, where the axis ends. */
export function ticksUpTo(highest: number): number[] {
  if (highest <= 0) return [0]
  const step = niceStep(highest / 5, [1, 2, 5])
  const count = Math.ceil(highest / step - 0.45)
  return [...Array.from({ length: count }, (_, i) => i * step), highest]
}
