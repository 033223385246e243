import { dec } from './film.ts'

type Point = readonly [x: number, y: number]

/** The course from its port to the cross, as cubic legs: start, then two handles and an end each. */
const legs: readonly [Point, Point, Point, Point][] = [
  [
    [252, 330],
    [300, 268],
    [352, 262],
    [404, 300]
  ],
  [
    [404, 300],
    [452, 336],
    [500, 362],
    [556, 334]
  ],
  [
    [556, 334],
    [622, 300],
    [566, 212],
    [640, 186]
  ],
  [
    [640, 186],
    [706, 164],
    [726, 236],
    [790, 238]
  ]
]
const stepsPerLeg = 60
const points = legs.flatMap((leg, i) =>
  Array.from({ length: stepsPerLeg + (i === legs.length - 1 ? 1 : 0) }, (_, step) =>
    pointOf(leg, step / stepsPerLeg)
  )
)
const lengths = points.reduce<number[]>((sums, [x, y], i) => {
  const [beforeX, beforeY] = points[i - 1] ?? [x, y]
  sums.push((sums.at(-1) ?? 0) + Math.hypot(x - beforeX, y - beforeY))
  return sums
}, [])
const whole = lengths.at(-1) ?? 0
const gap = 15

/** Where the course stands after a share of its way, and where it heads, in degrees. */
export function positionAt(share: number): { x: number; y: number; heading: number } {
  const [x, y] = pointAt(share * whole)
  const [aheadX, aheadY] = pointAt(Math.min(whole, share * whole + 8))
  const [behindX, behindY] = pointAt(Math.max(0, share * whole - 8))
  return { x, y, heading: (Math.atan2(aheadY - behindY, aheadX - behindX) * 180) / Math.PI }
}

/** Round dots of red ink between two shares of the way; the newest are still spreading. */
export function drawCourse(from: number, to: number): string {
  const count = Math.floor(whole / gap)
  return Array.from({ length: count }, (_, i) => {
    const share = (i + 0.5) / count
    const size = Math.min(1, Math.max(0, (to - share) * 40)) * Math.min(1, Math.max(0, (share - from) * 40))
    if (size === 0) return ''
    const [x, y] = pointAt(share * whole)
    return `<circle cx="${dec(x)}" cy="${dec(y)}" r="${dec(3.6 * size)}"/>`
  }).join('')
}

function pointAt(length: number): Point {
  const next = lengths.findIndex((sum) => sum >= length)
  const after = points[Math.max(next, 1)] ?? [0, 0]
  const before = points[Math.max(next, 1) - 1] ?? after
  const [start = 0, end = 1] = [lengths[Math.max(next, 1) - 1], lengths[Math.max(next, 1)]]
  const share = end === start ? 0 : (length - start) / (end - start)
  return [before[0] + (after[0] - before[0]) * share, before[1] + (after[1] - before[1]) * share]
}

function pointOf([a, b, c, d]: readonly [Point, Point, Point, Point], t: number): Point {
  const at = (axis: 0 | 1) =>
    (1 - t) ** 3 * a[axis] +
    3 * (1 - t) ** 2 * t * b[axis] +
    3 * (1 - t) * t ** 2 * c[axis] +
    t ** 3 * d[axis]
  return [at(0), at(1)]
}
