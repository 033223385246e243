/** A place in a plot as fractions of its width and height, from the upper left corner. */
export type Place = { x: number; y: number }

/** A label of an axis; `at` is a fraction of the axis. */
export type Tick = { text: string; at: number }

/** Label that is shown if the chart is at least so wide. */
export type FittedTick = Tick & { step: Step }

/** Chart widths in pixels at which more labels are shown, as in plot.css. The first is a small phone's. */
export const chartWidths = [260, 440, 624, 832] as const
type Step = 0 | 1 | 2 | 3
const steps = [0, 1, 2, 3] as const
/** Average width of a letter of 12 pixels, and the gap between labels. */
const [letterWidth, labelGap] = [5.7, 7]

/**
 * Decides how wide a chart must be for each label of the horizontal axis, so that labels don't overlap at any width: every
 * label, or every second, fourth ... counted from the last one. Labels that never fit are left out.
 * @param axisWidths pixels between the ends of the axis in a chart of each of the widths
 */
export function fitTicks<Label extends Tick>(
  ticks: readonly Label[],
  axisWidths: readonly number[]
): (Label & FittedTick)[] {
  const fromEnd = ticks.toReversed()
  const every = axisWidths.map((width) => {
    const fits = (stride: number) => {
      const shown = fromEnd.filter((_, i) => i % stride === 0)
      return shown.every((tick, i) => {
        const next = shown[i + 1]
        const letters = (tick.text.length + (next?.text.length ?? 0)) / 2
        return next === undefined || (tick.at - next.at) * width >= letters * letterWidth + labelGap
      })
    }
    return [1, 2, 4, 8, 16].find(fits) ?? ticks.length
  })
  const fitted = fromEnd.flatMap((tick, i) => {
    const step = steps.find((each) => i % (every[each] ?? 1) === 0)
    return step === undefined ? [] : [{ ...tick, step }]
  })
  return fitted.reverse()
}

/** Smallest of the leading numbers, or ten, times a power of ten that is not below `least`. */
export function niceStep(least: number, leadings: readonly number[]): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return (leadings.find((leading) => leading * power >= least) ?? 10) * power
}

/** '12.5%', for attributes of SVG elements. */
export function toPercent(fraction: number): string {
  return `${Math.round(fraction * 10_000) / 100}%`
}

/** Left edge and width of a bar in one of so many slots, as fractions of the plot; `share` of the slot is filled. */
export function barSpan(slot: number, slots: number, share: number): { start: number; width: number } {
  return { start: (slot + (1 - share) / 2) / slots, width: share / slots }
}

/** Path through places in a drawing of the given size, in whole units: relative steps are the shortest text. */
export function pathThrough(places: readonly Place[], width: number, height: number): string {
  let [x, y] = [0, 0]
  const steps = places.map((place, i) => {
    const [toX, toY] = [Math.round(place.x * width), Math.round(place.y * height)]
    const step = `${i === 0 ? 'M' : 'l'}${toX - x}${toY < y ? '' : ' '}${toY - y}`
    ;[x, y] = [toX, toY]
    return step
  })
  return steps.join('')
}

/**
 * Thins out a line to at most `most` places and keeps its shape: each stretch keeps the place that spans the largest
 * triangle with the previous one kept and the next stretch's average (Steinarsson 2013, Largest-Triangle-Three-Buckets).
 */
export function thinOut(places: readonly Place[], most: number): Place[] {
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined || places.length <= most) return [...places]
  const startOf = (stretch: number) => 1 + Math.floor((stretch * (places.length - 2)) / (most - 2))
  const kept = [first]
  for (let stretch = 0; stretch < most - 2; stretch += 1) {
    const before = kept.at(-1) ?? first
    const next = places.slice(startOf(stretch + 1), startOf(stretch + 2))
    const average = next.length === 0 ? last : { x: mean(next, 'x'), y: mean(next, 'y') }
    const area = (place: Place) =>
      Math.abs((before.x - average.x) * (place.y - before.y) - (before.x - place.x) * (average.y - before.y))
    const own = places.slice(startOf(stretch), startOf(stretch + 1))
    kept.push(own.reduce((best, place) => (area(place) > area(best) ? place : best)))
  }
  return [...kept, last]
}

function mean(places: readonly Place[], axis: 'x' | 'y'): number {
  return places.reduce((sum, place) => sum + place[axis], 0) / places.length
}
