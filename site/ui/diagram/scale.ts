export type Span = readonly [from: number, to: number]

/** Maps `values` onto `places` of the drawing in a straight line, rounded to a tenth of a unit. */
export function linearScale(values: Span, places: Span): (value: number) => number {
  const [from, to] = values
  const [start, end] = places
  return (value) => Math.round((start + ((value - from) / (to - from)) * (end - start)) * 10) / 10
}

/** The path of a function through the given arguments; straight between them, so name every kink. */
export function pathThrough(
  at: readonly number[],
  height: (value: number) => number,
  x: (value: number) => number,
  y: (value: number) => number
): string {
  return at.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(value)} ${y(height(value))}`).join('')
}
