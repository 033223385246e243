import type { DividendHistory } from '../../../admin-api/contract/stock.ts'
import { formatDay, formatDividend, parseDayMonthYear } from '../../lib/format.ts'
import { niceStep } from '../../ui/chart/plot.ts'

/**
 * One bar: `payDate` is an ISO day, `amount` dollars per share. At a change of frequency, `turn` has the new ('weekly') and
 * the previous one ('every 4 weeks'). Fields that most payments lack are omitted, because each fund page contains its
 * points.
 */
export type ChartPoint = {
  payDate: string
  amount: number
  /** Our 80 % range before the payment, and the estimate, dollars per share. */
  range?: Range
  /** Dollars per share on that day's share basis, if they differ; null if no source has them. */
  asPaid?: number | null
  turn?: { now: string; before: string }
  /** A split before this payment and after the previous one: '1-for-10 reverse split'. */
  split?: string
  /** Only known once the data of the fund were loaded. */
  details?: { exDate: string; errorPercent: number | null }
}

type Range = readonly [low: number, high: number, estimate: number]

/** An estimate and its 80 % range. */
type PastEstimate = { exDate: string; low: number; high: number; estimate: number }

/** Payments of the history chart and their average in dollars per share. */
export type HistoryFacts = { points: ChartPoint[]; average: number }

export const drawnPayments = 18

/** @param estimates of past payments, for their ranges */
export function historyFacts(
  history: DividendHistory,
  estimates: readonly PastEstimate[] = []
): HistoryFacts {
  return { points: chartPoints(history, estimates), average: history.statistics.average }
}

/** The latest 18 payments, oldest first. */
export function chartPoints(
  { dividend_history }: DividendHistory,
  estimates: readonly PastEstimate[] = []
): ChartPoint[] {
  const estimateOf = new Map(estimates.map((estimate) => [estimate.exDate, estimate]))
  const latest = dividend_history
    .map((item) => {
      const estimate = estimateOf.get(item.ex_date)
      return {
        payDate: parseDayMonthYear(item.payment_date) ?? item.ex_date,
        amount: item.amount,
        ...(estimate && { range: [estimate.low, estimate.high, estimate.estimate] as const }),
        ...(item.amount_as_paid !== item.amount && { asPaid: item.amount_as_paid }),
        frequency: item.frequency_label.toLowerCase()
      }
    })
    .sort((a, b) => a.payDate.localeCompare(b.payDate))
    .slice(-drawnPayments)
  return withTurns(latest)
}

/** Marks payments whose frequency differs from that of the one before. */
export function withTurns(points: readonly (ChartPoint & { frequency: string })[]): ChartPoint[] {
  return points.map(({ frequency, ...point }, i) => {
    const before = points[i - 1]?.frequency ?? frequency
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

/** A position on the time axis: a payment, or the gap before a change of frequency or a split. */
export type ChartSlot = { point: ChartPoint; fraction: number; isTurn: boolean }

/** Payments in order, with a gap at each change of frequency and at each split. */
export function slotsOf(points: readonly ChartPoint[]): ChartSlot[] {
  const fractions = fractionsOfHighest(points)
  return points.flatMap((point, i) => {
    const fraction = fractions[i] ?? 0
    return [
      ...(point.turn === undefined && point.split === undefined ? [] : [{ point, fraction, isTurn: true }]),
      { point, fraction, isTurn: false }
    ]
  })
}

/** Ranges that reach far above all payments end at so many times the highest one, so that payments stay readable. */
const highestRange = 1.5

/** The range of a payment as far as it is drawn. */
export function drawnRange({ range }: ChartPoint, highest: number): Range | null {
  const top = highestRange * highest
  if (range === undefined || range[0] > top) return null
  return [range[0], Math.min(range[1], top), Math.min(range[2], top)]
}

/** Whether the payment was outside of our range. */
export function isMissed({ range, amount }: ChartPoint): boolean {
  return range !== undefined && (amount < range[0] || amount > range[1])
}

/** Runs of payments of one frequency, as places and fractions of the highest. */
export function trendsOf(slots: readonly ChartSlot[]): { slot: number; fraction: number }[][] {
  const runs: { slot: number; fraction: number }[][] = [[]]
  for (const [slot, { fraction, isTurn }] of slots.entries())
    if (isTurn) runs.push([])
    else runs.at(-1)?.push({ slot, fraction })
  return runs
}

/** Round values from zero up, and the highest amount, where the axis ends. */
export function ticksUpTo(highest: number): number[] {
  if (highest <= 0) return [0]
  const step = niceStep(highest / 5, [1, 2, 5])
  const count = Math.ceil(highest / step - 0.45)
  return [...Array.from({ length: count }, (_, i) => i * step), highest]
}
