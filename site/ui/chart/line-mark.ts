import type { Place } from './plot.ts'

/** Disc, square, diamond, triangle up and down; corners relative to the center, in units of the size. */
const shapes = [
  [],
  [-1, -1, 1, -1, 1, 1, -1, 1],
  [0, -1.4, 1.4, 0, 0, 1.4, -1.4, 0],
  [0, -1.3, 1.25, 0.9, -1.25, 0.9],
  [0, 1.3, 1.25, -0.9, -1.25, -0.9]
] as const

/** Color of a line and its marks; the first line is 0. */
export function lineColor(line: number): string {
  return `var(--series-${line + 1})`
}

export const markStroke = 'var(--surface-raised)'

/** Path of the mark of a line: one shape for each of five, because color alone is not enough. */
export function lineMark(line: number, { x, y }: Place, size = 4): string {
  const corners: readonly number[] = shapes[line % shapes.length] ?? []
  if (corners.length === 0)
    return `M${round(x - size)} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0z`
  const points = corners.flatMap((along, i) =>
    i % 2 === 0 ? [`${round(x + size * along)} ${round(y + size * (corners[i + 1] ?? 0))}`] : []
  )
  return `M${points.join('L')}z`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
