import type { Column } from '../table-columns.ts'
import { niceStep } from './plot.ts'

/** Name of a color in tokens.css. */
export type ColorToken = `--${string}`

/** What tells bars of one color apart, also without colors. */
export type BarPattern = 'solid' | 'hatched' | 'dotted'
export type BarLook = { token?: ColorToken; opacity?: number; pattern?: BarPattern }

/**
 * One drawn thing with a value for each position, null for none. Series with the same `id` are one entry of the legend
 * and are shown and hidden together.
 */
export type ChartSeries = { id: string; name: string; token: ColorToken } & (
  | {
      kind: 'bars'
      values: readonly (number | null)[]
      looks?: readonly (BarLook | undefined)[]
      /** Bars of all series with it are on top of each other. */
      isStacked?: boolean
      pattern?: BarPattern
    }
  /**
   * `isShare`: on a hidden axis from 0 to 1. `mark`: number of the shape of its marks, see line-mark.ts. `endText`: label at
   * its end, short in a narrow chart.
   */
  | {
      kind: 'line'
      values: readonly (number | null)[]
      isShare?: boolean
      mark?: number
      hasPoints?: boolean
      endText?: { short: string; long: string }
    }
  /** A vertical line from the low to the high value, with a tick at the middle one if there is one. */
  | {
      kind: 'ranges'
      values: readonly (readonly [low: number, high: number, middle?: number] | null)[]
      /** Thick, and set off from bars of any color. */
      isStrong?: boolean
    }
)

/** A dashed horizontal line. */
type ChartLevel = { id: string; name: string; value: number; token: ColorToken }

/** A vertical line with a label above the plot; `at` is a value of the horizontal axis. */
type ChartEvent = { at: number; text: string }

export type ChartFigure = { name: string; text: string }

/** What pointer and arrow keys reach: its place on the horizontal axis, its name, such as a day, and its figures. */
export type ChartPosition = { at: number; name: string; figures: readonly ChartFigure[] }

type AxisTick = { at: number; text: string }

/**
 * A chart as data, from which are drawn: the interactive chart, the box with figures, what a screen reader hears, the
 * table of figures, and for most charts the static drawing.
 */
export type ChartModel = {
  /** By place, ascending. */
  positions: readonly ChartPosition[]
  /** Name of the positions in the table, such as 'Day'. */
  positionName: string
  /** `slots`: places are 0, 1, 2 ...; `days`: epoch milliseconds; `numbers`: any values. Ticks between two places. */
  across: {
    kind: 'slots' | 'days' | 'numbers'
    title?: string
    ticks: (from: number, to: number) => readonly AxisTick[]
  }
  up: {
    title?: string
    format: (value: number, isNarrow: boolean) => string
    ticks: (highest: number) => readonly number[]
  }
  series: readonly ChartSeries[]
  levels?: readonly ChartLevel[]
  events?: readonly ChartEvent[]
  /** Looks of single bars, for the legend. */
  keys?: readonly { name: string; token: ColorToken; opacity?: number; pattern?: BarPattern }[]
  /** Filled part of a slot, 0 to 1. */
  barShare?: number
}

/** Indexes of the first and last position in sight. */
export type ChartWindow = { from: number; to: number }

export function wholeWindow({ positions }: ChartModel): ChartWindow {
  return { from: 0, to: Math.max(0, positions.length - 1) }
}

/** Smallest number of positions that a window shows. */
const leastShown = 8

/** Zooms by a factor around the middle, or around `center`; below 1 shows fewer positions. */
export function zoomed(shown: ChartWindow, factor: number, count: number, center?: number): ChartWindow {
  const width = shown.to - shown.from
  const next = Math.min(count - 1, Math.max(Math.min(leastShown, count) - 1, Math.round(width * factor)))
  const middle = center ?? (shown.from + shown.to) / 2
  return movedInside(Math.round(middle - next / 2), next, count)
}

/** Moves the window as little as possible so that it shows a position. */
export function windowWith(shown: ChartWindow, position: number, count: number): ChartWindow {
  const width = shown.to - shown.from
  if (position < shown.from) return movedInside(position, width, count)
  return position > shown.to ? movedInside(position - width, width, count) : shown
}

function movedInside(from: number, width: number, count: number): ChartWindow {
  const first = Math.max(0, Math.min(from, count - 1 - width))
  return { from: first, to: first + width }
}

/** What a screen reader hears about a position. */
export function positionText({ name, figures }: ChartPosition): string {
  return [name, ...figures.map(({ name: of, text }) => (of === '' ? text : `${of} ${text}`))].join(', ')
}

/** A column for the positions, and one for each name of a figure in the order of appearance. */
export function figureColumns({ positions, positionName }: ChartModel): Column<ChartPosition>[] {
  const names = new Set(positions.flatMap(({ figures }) => figures.map(({ name }) => name)))
  return [
    { heading: positionName, words: ({ name }) => name },
    ...[...names].map(
      (name): Column<ChartPosition> => ({
        heading: name,
        className: 'is-figure',
        words: ({ figures }) => figures.find((figure) => figure.name === name)?.text
      })
    )
  ]
}

/** Highest value that is drawn in a window, and the lowest above zero, for a logarithmic axis. */
export function extentOf(
  { series, levels = [] }: ChartModel,
  { from, to }: ChartWindow,
  hidden: ReadonlySet<string>
): { lowest: number; highest: number } {
  const shown = series.filter(({ id }) => !hidden.has(id))
  const sums = Array.from({ length: to - from + 1 }, () => 0)
  const values = shown.flatMap((each) => {
    if (each.kind === 'line' && each.isShare) return []
    if (each.kind === 'ranges')
      return each.values.slice(from, to + 1).flatMap((range) => (range === null ? [] : [range[0], range[1]]))
    const inSight = each.values.slice(from, to + 1)
    if (each.kind === 'bars' && each.isStacked)
      for (const [i, value] of inSight.entries()) sums[i] = (sums[i] ?? 0) + (value ?? 0)
    return inSight.flatMap((value) => value ?? [])
  })
  const all = [
    ...values,
    ...sums,
    ...levels.filter(({ id }) => !hidden.has(id)).map(({ value }) => value)
  ].filter((value) => value > 0)
  if (all.length === 0) return { lowest: 1, highest: 1 }
  return { lowest: all.reduce((a, b) => Math.min(a, b)), highest: all.reduce((a, b) => Math.max(a, b)) }
}

/** Round values from zero to at or above the highest. */
export function roundTicks(highest: number): number[] {
  const step = niceStep(highest / 5, [1, 2, 2.5, 5])
  return Array.from({ length: Math.ceil(highest / step - 1e-9) + 1 }, (_, i) => i * step)
}

/** 1, 2 and 5 times powers of ten, from at or below the lowest to at or above the highest value; both above 0. */
export function logTicks(lowest: number, highest: number): number[] {
  const first = Math.floor(Math.log10(lowest))
  const powers = Array.from(
    { length: Math.ceil(Math.log10(highest)) - first + 1 },
    (_, i) => 10 ** (first + i)
  )
  const all = powers.flatMap((power) => [power, 2 * power, 5 * power])
  const start = all.findLastIndex((tick) => tick <= lowest * (1 + 1e-9))
  const end = all.findIndex((tick) => tick >= highest * (1 - 1e-9))
  return all.slice(Math.max(0, start), end + 1)
}
