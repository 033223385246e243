import { formatCount } from '../../lib/format.ts'
import { dayTicks } from './day-ticks.ts'

/** Value of an investment in dollars by day, ascending. */
export type GrowthLine = { name: string; points: readonly { date: string; value: number }[] }

export type Place = { x: number; y: number }
type Tick = { text: string; at: number }

/** All measures in viewBox units, about a pixel each. */
export type GrowthDrawing = {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  /** Height of the invested amount. */
  start: number
  values: Tick[]
  days: Tick[]
  lines: { name: string; path: string; marks: Place[]; end: Place; label: Place; text: string }[]
}

/** In the narrow drawing the labels are names without values. */
const sizes = {
  wide: { width: 760, height: 400, left: 56, top: 14, bottom: 370, mostDays: 7, isShort: false },
  narrow: { width: 340, height: 320, left: 40, top: 12, bottom: 292, mostDays: 4, isShort: true }
} as const

export type DrawingSize = keyof typeof sizes

const labelGap = 17
const marksOfLine = 5
const [labelSpace, letterWidth] = [14, 7]

/**
 * Lays out the lines on one scale that starts at zero; `stake` is the invested amount. A line has one point for each
 * unit of width. Marks of different lines do not coincide, and labels do not overlap.
 */
export function drawGrowth(lines: readonly GrowthLine[], stake: number, size: DrawingSize): GrowthDrawing {
  const { mostDays, isShort, ...place } = sizes[size]
  const labels = lines.map(({ name, points }) =>
    isShort ? name : `${name} ${dollarsOf(points.at(-1)?.value ?? 0)}`
  )
  const longest = Math.max(...labels.map(({ length }) => length))
  const frame = { ...place, right: place.width - labelSpace - letterWidth * longest }
  const all = lines.flatMap(({ points }) => points)
  const [first, last] = [Date.parse(all[0]?.date ?? ''), Math.max(...all.map(({ date }) => Date.parse(date)))]
  const step = niceStep(Math.max(stake, ...all.map(({ value }) => value)) / 5)
  const top = Math.ceil(Math.max(stake, ...all.map(({ value }) => value)) / step) * step
  const x = scale([first, last], [frame.left, frame.right])
  const y = scale([0, top], [frame.bottom, frame.top])
  const ends = lines.map(({ points }) => points.at(-1)?.value ?? 0)
  const downwards = ends.map((_, i) => i).sort((a, b) => (ends[b] ?? 0) - (ends[a] ?? 0))
  const heights = spread(ends.map(y), downwards, frame.top + 4, frame.bottom)
  return {
    ...frame,
    start: y(stake),
    values: Array.from({ length: top / step + 1 }, (_, i) => ({
      text: dollarsOf(i * step, isShort),
      at: y(i * step)
    })),
    days: dayTicks(first, last, mostDays).map(({ text, time }) => ({ text, at: x(time) })),
    lines: lines.map(({ name, points }, i) => {
      const places = points.map(({ date, value }) => ({ x: x(Date.parse(date)), y: y(value) }))
      const end = places.at(-1) ?? { x: frame.right, y: frame.bottom }
      return {
        name,
        path: onePerUnit(places)
          .map((place, at) => `${at === 0 ? 'M' : 'L'}${place.x} ${place.y}`)
          .join(''),
        marks: marksAlong(places, i, lines.length),
        end,
        label: { x: frame.right + 11, y: heights[i] ?? end.y },
        text: labels[i] ?? name
      }
    })
  }
}

/** '$7,500', or '$7.5k' if short. */
function dollarsOf(value: number, isShort = false): string {
  if (isShort && value >= 1000) return `$${value / 1000}k`
  return `$${formatCount(Math.round(value))}`
}

/** Smallest 1, 2, 2.5 or 5 times a power of ten that is not below `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 2.5, 5, 10].find((leading) => leading * power >= least) ?? 10) * power
}

/** Evenly spaced marks between the ends, shifted per line. */
function marksAlong(places: readonly Place[], line: number, lines: number): Place[] {
  return Array.from({ length: marksOfLine }, (_, i) => {
    const share = (i + (line + 0.5) / lines) / marksOfLine
    return places[Math.round(share * (places.length - 1))]
  }).filter((place) => place !== undefined)
}

function onePerUnit(places: readonly Place[]): Place[] {
  return places.filter((place, i) => {
    const next = places[i + 1]
    return i === 0 || next === undefined || Math.floor(next.x) !== Math.floor(place.x)
  })
}

/** Moves heights, ordered from the top, at least one label apart. */
function spread(heights: readonly number[], order: readonly number[], top: number, bottom: number): number[] {
  const placed = [...heights]
  let above = top - labelGap
  for (const i of order) above = placed[i] = Math.max(placed[i] ?? 0, above + labelGap)
  let below = bottom + labelGap
  for (const i of order.toReversed()) below = placed[i] = Math.min(placed[i] ?? 0, below - labelGap)
  return placed.map(tenth)
}

function scale([from, to]: readonly [number, number], [start, end]: readonly [number, number]) {
  return (value: number) => tenth(start + ((value - from) / (to - from || 1)) * (end - start))
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
