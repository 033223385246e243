import { formatDividend, formatMoney, formatShortDay } from '../../lib/format.ts'
import { chartWidths, type FittedTick, fitTicks } from '../../ui/chart/plot.ts'
import { type ChartPoint, type ChartSlot, drawnRange, isMissed, slotsOf, ticksUpTo } from './chart-points.ts'

/** Margins in pixels beside the plot, as in plot.css. */
const [left, right] = [48, 8]
const axisWidths = chartWidths.map((width) => width - left - right)
const dayMs = 86_400_000
/** Right of this fraction of the chart, labels extend to the left. */
const roomForLabel = 0.62
const maxFilled = 0.68
/** Widest bar, so that a few payments have bars narrower than their slots. */
const widestBar = 0.04

type Bar = {
  slot: number
  /** Dollars. */
  amount: number
  /** 'before': before the last change of frequency. */
  look: 'latest' | 'before' | 'usual'
}

/** The history chart without sizes and colors. */
export type HistoryDrawing = {
  slots: ChartSlot[]
  /** Amount at the upper end of the axis, dollars. */
  top: number
  /** Filled part of a slot. */
  barShare: number
  bars: Bar[]
  average: number
  /** Ranges of estimates, dollars. */
  ranges: { slot: number; range: readonly [low: number, high: number, estimate: number]; isMissed: boolean }[]
  /** Changes of frequency; `isLeft` if the label extends to the left. */
  turns: { slot: number; text: string; isLeft: boolean }[]
  /** Labels of the axes; `at` is a fraction of the height from above, or of the width. */
  amounts: { text: string; at: number }[]
  days: (FittedTick & { slot: number })[]
}

/**
 * A bar per payment (the latest marked), and the average as a line. The axis ends at the highest amount. A change of
 * frequency shows a gap with a vertical line, because the amounts cover different spans.
 */
export function drawHistory(points: readonly ChartPoint[], average: number): HistoryDrawing {
  const slots = slotsOf(points)
  const highest = Math.max(0, ...points.map((point) => point.amount))
  const ranges = slots.flatMap(({ point, isTurn }, slot) => {
    const range = isTurn ? null : drawnRange(point, highest)
    return range === null ? [] : { slot, range, isMissed: isMissed(point) }
  })
  const top = Math.max(highest, ...ranges.map(({ range }) => range[1])) || 1
  const turns = slots.flatMap(({ isTurn }, slot) => (isTurn ? slot : []))
  const lastTurn = turns.at(-1) ?? 0
  const centerOf = (slot: number) => (slot + 0.5) / slots.length
  const texts = dayLabels(slots)
  const labels = slots.flatMap((_, slot) => {
    const text = texts[slot] ?? ''
    return text === '' ? [] : [{ text, at: centerOf(slot), slot }]
  })
  const lookOf = (slot: number): Bar['look'] =>
    slot === slots.length - 1 ? 'latest' : slot < lastTurn ? 'before' : 'usual'
  return {
    slots,
    top,
    barShare: barShareOf(slots),
    bars: slots.flatMap(({ point, isTurn }, slot) =>
      isTurn ? [] : { slot, amount: point.amount, look: lookOf(slot) }
    ),
    average,
    ranges,
    turns: turns.map((slot) => ({
      slot,
      text: turnLabel(slots[slot]),
      isLeft: slot > slots.length * roomForLabel
    })),
    amounts: ticksUpTo(highest > 0 ? top : 0).map((amount) => ({
      text: axisMoney(amount, top),
      at: 1 - amount / top
    })),
    days: fitTicks(labels, axisWidths)
  }
}

export function barShareOf(slots: readonly ChartSlot[]): number {
  return Math.min(maxFilled, widestBar * slots.length)
}

/** 'weekly from Jan 2', '1-for-10 reverse split' */
export function turnLabel(slot: ChartSlot | undefined): string {
  if (slot === undefined) return ''
  const { turn, split, payDate } = slot.point
  return [turn && `${turn.now} from ${formatShortDay(payDate)}`, split].filter(Boolean).join(', ')
}

/** Two decimals; small distributions need a third. */
export function axisMoney(dollars: number, highest: number): string {
  return highest >= 0.1 || dollars === 0 ? formatMoney(dollars) : formatDividend(dollars).slice(0, -1)
}

/** Days for weekly payments. Over most of a year, month and year at the first payment of each month. */
export function dayLabels(slots: readonly ChartSlot[]): string[] {
  const days = slots.map(({ point }) => point.payDate)
  const span = Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')
  if (!(span > 300 * dayMs)) {
    return slots.map(({ point, isTurn }) => (isTurn ? '' : formatShortDay(point.payDate)))
  }
  const named = new Set([''])
  return slots.map(({ point, isTurn }) => {
    const month = isTurn ? '' : monthLabel(point.payDate)
    if (named.has(month)) return ''
    named.add(month)
    return month
  })
}

function monthLabel(isoDay: string): string {
  return `${formatShortDay(isoDay).slice(0, 3)} ${isoDay.slice(0, 4)}`
}
