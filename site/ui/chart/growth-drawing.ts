import { monthNames } from '../../../admin-api/contract/vocabulary.ts'
import { formatDollars, formatPercent, formatShortDay } from '../../lib/format.ts'
import { chartWidths, type FittedTick, fitTicks, niceStep, type Place, type Tick, thinOut } from './plot.ts'

/** Value of an investment in dollars, or a percentage, by day, ascending. */
export type GrowthLine = { name: string; points: readonly { date: string; value: number }[] }

export type ChartUnit = 'dollars' | 'percent'

export type GrowthDrawing = {
  /** Height of the invested amount, or of zero. */
  start: number
  values: (Tick & { short: string })[]
  days: FittedTick[]
  /** `label` is the height of the label at the right edge: the name, and the value where there is room. */
  lines: { name: string; text: string; places: Place[]; marks: Place[]; end: Place; label: number }[]
}

/** Minimum distance of labels as a fraction of the height: 17 of 280 pixels on a phone. */
const labelGap = 17 / 280
const marksOfLine = 5
export const maxDays = 7
const maxPlaces = 90
/** The values on the left and the labels on the right take 140 pixels, and 70 more where they are written out. */
const axisWidths = chartWidths.map((width, step) => width - (step < 2 ? 140 : 210))

/**
 * Lays out the lines on one scale that starts at zero, as fractions of the plot; `stake` is the invested amount. Marks of
 * different lines do not coincide, a single line has none, and labels do not overlap.
 */
export function drawGrowth(
  lines: readonly GrowthLine[],
  stake: number | null,
  unit: ChartUnit = 'dollars'
): GrowthDrawing {
  const all = lines.flatMap(({ points }) => points)
  const [first, last] = [Date.parse(all[0]?.date ?? ''), Math.max(...all.map(({ date }) => Date.parse(date)))]
  const highest = Math.max(stake ?? 0, ...all.map(({ value }) => value))
  const step = niceStep(highest / 5, [1, 2, 2.5, 5])
  const top = Math.ceil(highest / step) * step
  const x = (time: number) => (time - first) / (last - first || 1)
  const y = (value: number) => 1 - value / top
  const ends = lines.map(({ points }) => points.at(-1)?.value ?? 0)
  const downwards = ends.map((_, i) => i).sort((a, b) => (ends[b] ?? 0) - (ends[a] ?? 0))
  const labels = spread(ends.map(y), downwards)
  return {
    start: y(stake ?? 0),
    values: Array.from({ length: top / step + 1 }, (_, i) => ({
      text: formatUnit(i * step, unit),
      short: formatUnit(i * step, unit, true),
      at: y(i * step)
    })),
    days: fitTicks(
      dayTicks(first, last, maxDays).map(({ text, time }) => ({ text, at: x(time) })),
      axisWidths
    ),
    lines: lines.map(({ name, points }, i) => {
      const places = points.map(({ date, value }) => ({ x: x(Date.parse(date)), y: y(value) }))
      return {
        name,
        text: formatUnit(ends[i] ?? 0, unit),
        places: thinOut(places, maxPlaces),
        marks: lines.length === 1 ? [] : marksAlong(places, i, lines.length),
        end: places.at(-1) ?? { x: 1, y: 1 },
        label: labels[i] ?? 0
      }
    })
  }
}

/** '$7,500', or '$7.5k' if short; '45%'. */
export function formatUnit(value: number, unit: ChartUnit, isShort = false): string {
  if (unit === 'percent') return formatPercent(value, 0)
  if (isShort && value >= 1000) return `$${value / 1000}k`
  return formatDollars(value)
}

/** Evenly spaced marks before the end, shifted per line; a line of a few days has fewer. */
function marksAlong(places: readonly Place[], line: number, lines: number): Place[] {
  const last = places.length - 1
  const indexes = markIndexes(last, line, lines)
  return places.filter((_, i) => i < last && indexes.includes(i))
}

/** Which of the positions 0 to `last` of a line have a mark, so that marks of different lines do not coincide. */
export function markIndexes(last: number, line: number, lines: number): number[] {
  return Array.from({ length: marksOfLine }, (_, i) =>
    Math.round(((i + (line + 0.5) / lines) / marksOfLine) * last)
  )
}

/** Moves heights, ordered from the top, at least one label apart. */
function spread(heights: readonly number[], order: readonly number[]): number[] {
  const placed = [...heights]
  let above = -labelGap
  for (const i of order) above = placed[i] = Math.max(placed[i] ?? 0, above + labelGap)
  let below = 1 + labelGap
  for (const i of order.toReversed()) below = placed[i] = Math.min(placed[i] ?? 0, below - labelGap)
  return placed
}

const msPerDay = 86_400_000
const monthSteps = [1, 2, 3, 6, 12, 24, 48] as const

/**
 * Ticks at first days of months, at most `most`; at the first and last day if fewer than two months fit. Times are
 * epoch milliseconds at midnight UTC.
 */
export function dayTicks(first: number, last: number, most: number): { text: string; time: number }[] {
  const start = new Date(first)
  const begin = start.getUTCFullYear() * 12 + start.getUTCMonth()
  const months = Array.from({ length: 2 + Math.ceil((last - first) / (28 * msPerDay)) }, (_, i) => ({
    month: begin + i,
    time: Date.UTC(Math.floor((begin + i) / 12), (begin + i) % 12, 1)
  })).filter(({ time }) => time >= first && time <= last)
  const inStep = (step: number) => months.filter(({ month }) => month % step === 0)
  const step = monthSteps.find((each) => inStep(each).length <= most) ?? 48
  const shown = inStep(step)
  if (shown.length < 2)
    return [first, last].map((time) => ({
      time,
      text: formatShortDay(new Date(time).toISOString().slice(0, 10))
    }))
  return shown.map(({ month, time }) => ({ time, text: nameOfMonth(month, step === 1) }))
}

/** 'Apr 2025', or 'Apr' if every month has a tick; '2026' for January. */
function nameOfMonth(month: number, isEach: boolean): string {
  const year = String(Math.floor(month / 12))
  if (month % 12 === 0) return year
  return isEach ? nameOf(month % 12) : `${nameOf(month % 12)} ${year}`
}

function nameOf(month: number): string {
  return (monthNames[month] ?? '').slice(0, 3)
}
