export type ScaleSpan = readonly [from: number, to: number]

/** Linear scale from `values` to `places` of the drawing, rounded to a tenth of a unit. */
export function linearScale(values: ScaleSpan, places: ScaleSpan): (value: number) => number {
  const [from, to] = values
  const [start, end] = places
  return (value) => Math.round((start + ((value - from) / (to - from)) * (end - start)) * 10) / 10
}

/** Polyline path of a function through the given arguments, which must include every kink. */
export function curvePath(
  at: readonly number[],
  height: (value: number) => number,
  x: (value: number) => number,
  y: (value: number) => number
): string {
  return linePath(at.map((value) => [x(value), y(height(value))]))
}

/** Path of straight lines through places of the drawing. */
function linePath(places: readonly (readonly [x: number, y: number])[]): string {
  return places.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}
