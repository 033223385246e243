/** A loop drawn from nothing but its phase: the same phase gives the same picture, and 1 the same as 0. */
export type Film = {
  name: string
  /** Whose meaning tokens colour it. */
  theme: 'light' | 'dark'
  seconds: number
  /** The inside of an svg of `frame`'s size; colours are the site's tokens. */
  draw: (phase: number) => string
}

export const frame = { width: 1152, height: 480 }
export const framesPerSecond = 24

/** -1 to 1, `turns` whole times a loop. */
export function swing(phase: number, turns: number, shift = 0): number {
  return Math.sin(2 * Math.PI * (turns * phase + shift))
}

/** The part after the point, of negative numbers too: where something stands that comes round again. */
export function wrap(value: number): number {
  return value - Math.floor(value)
}

/** 0 before `from`, 1 after `to`, with a soft start and end between. */
export function ramp(phase: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (phase - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** Short decimals: a frame holds thousands of them. */
export function dec(value: number, digits = 1): string {
  return String(Number(value.toFixed(digits)))
}

/** Evenly spread numbers from 0 to 1 that look thrown, the same on every run: the golden ratio's multiples. */
export function scatter(count: number, seed: number): number[] {
  return Array.from({ length: count }, (_, i) => wrap((i + 1) * 0.618034 + seed * 0.414214))
}

/** A line through the points, rounded at each. */
export function smooth(points: readonly (readonly [number, number])[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  let [x, y] = first
  let line = `M${dec(x)} ${dec(y)}`
  for (const [nextX, nextY] of rest) {
    line += `Q${dec(x)} ${dec(y)} ${dec((x + nextX) / 2)} ${dec((y + nextY) / 2)}`
    ;[x, y] = [nextX, nextY]
  }
  return `${line}L${dec(x)} ${dec(y)}`
}
