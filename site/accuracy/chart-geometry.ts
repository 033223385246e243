import type { ErrorBin } from '../../admin-api/contract/record.ts'
import { linearScale } from '../ui/diagram/scale.ts'

type Bar = { x: number; y: number; width: number; height: number; isClose: boolean }

export type Histogram = {
  bars: Bar[]
  /** Horizontal position of an error in drawing units. */
  x: (percent: number) => number
  ticks: { count: number; y: number }[]
  base: number
}

const places = { left: 34, right: 350, top: 22, bottom: 172 } as const

/** All bars have the same width; the two open bins are drawn as one more step at each end. */
export function drawHistogram(bins: readonly ErrorBin[]): Histogram {
  const step = stepOf(bins)
  const edges = bins.map(({ from, to }) => from ?? (to ?? 0) - step)
  const [first, last] = [edges[0] ?? 0, (edges.at(-1) ?? 0) + step]
  const x = linearScale([first, last], [places.left, places.right])
  const most = roundUp(Math.max(1, ...bins.map(({ count }) => count)))
  const y = linearScale([0, most], [places.bottom, places.top])
  return {
    bars: bins.map(({ count, from, to }, i) => {
      const edge = edges[i] ?? 0
      const [start, end] = [x(edge), x(edge + step)]
      return {
        x: start,
        y: y(count),
        width: Math.round((end - start) * 10) / 10,
        height: Math.round((places.bottom - y(count)) * 10) / 10,
        isClose: from !== null && to !== null && from >= -10 && to <= 10
      }
    }),
    x,
    ticks: [0, most / 2, most].map((count) => ({ count, y: y(count) })),
    base: places.bottom
  }
}

/** '−5 to 0', 'below −50', '50 or more'. */
export function nameOfBin({ from, to }: ErrorBin): string {
  const sign = (value: number) => (value < 0 ? `−${-value}` : value > 0 ? `+${value}` : '0')
  if (from === null) return `below ${sign(to ?? 0)}%`
  return to === null ? `${sign(from)}% or more` : `${sign(from)}% to ${sign(to)}%`
}

function stepOf(bins: readonly ErrorBin[]): number {
  const closed = bins.find(({ from, to }) => from !== null && to !== null)
  return (closed?.to ?? 5) - (closed?.from ?? 0)
}

/** The next of 2, 4, 6, 8, 10, 20, 40 …, so that its half is an integer, too. */
function roundUp(count: number): number {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(count)) - 1)
  return (
    [1, 2, 4, 6, 8, 10].map((leading) => leading * power).find((top) => top >= count && top % 2 === 0) ?? 2
  )
}

/** Positions of range and payment on a line of 96 units that shows -60 % to +60 % of the estimate. */
export function drawRange({
  estimate,
  low,
  high,
  actual
}: {
  estimate: number
  low: number
  high: number
  actual: number
}) {
  const scale = linearScale([-60, 60], [4, 92])
  const place = (amount: number) =>
    scale(Math.min(60, Math.max(-60, estimate === 0 ? 0 : 100 * (amount / estimate - 1))))
  return { low: place(low), high: place(high), middle: place(estimate), actual: place(actual) }
}
