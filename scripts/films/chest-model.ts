import { dec } from './film.ts'

/**
 * A sea chest in space, seen from a little above and from the left of its front: x to the right, y up,
 * z towards the viewer, the origin in the middle of its bottom. Parallel projection.
 */
type Point = readonly [x: number, y: number, z: number]

const size = { width: 250, height: 104, depth: 132, plank: 9, arch: 0.62 }
const yaw = -0.34
const tilt = 0.36
const half = { x: size.width / 2, z: size.depth / 2 }
const straps = [-0.66, 0.66].map((share) => share * half.x)

export function project([x, y, z]: Point): [number, number] {
  const turnedX = x * Math.cos(yaw) + z * Math.sin(yaw)
  const turnedZ = -x * Math.sin(yaw) + z * Math.cos(yaw)
  return [turnedX, -y * Math.cos(tilt) + turnedZ * Math.sin(tilt)]
}

function line(points: readonly Point[]): string {
  return `M${points
    .map((point) =>
      project(point)
        .map((value) => dec(value))
        .join(' ')
    )
    .join('L')}`
}

function face(points: readonly Point[], colour: string, rest = ''): string {
  return `<path d="${line(points)}z" fill="var(${colour})" ${rest}/>`
}

/** The inside as far as it is seen over the front: drawn first, the treasure lies before it. */
export function drawHollow(): string {
  const y = size.height
  return face(
    [
      [-half.x, y, -half.z],
      [half.x, y, -half.z],
      [half.x, y, half.z],
      [-half.x, y, half.z]
    ],
    '--art-flag'
  )
}

export function drawBox(): string {
  const { height, plank } = size
  const front = (x: number, y: number): Point => [x, y, half.z]
  const side = (y: number, z: number): Point => [half.x, y, z]
  const seams = [26, 52, 78]
  const rim = height - plank - 3
  return `${face([side(0, half.z), side(height, half.z), side(height, -half.z), side(0, -half.z)], '--art-wood-dark')}
${face([front(-half.x, 0), front(-half.x, height), front(half.x, height), front(half.x, 0)], '--art-wood')}
<g stroke-width="0.9" opacity="0.75">${seams.map((y) => `<path d="${line([front(-half.x, y), front(half.x, y), side(y, -half.z)])}"/>`).join('')}
<path stroke-dasharray="30 9 54 7 12 5" d="${seams.map((y) => line([front(-half.x + 8, y - 9), front(half.x - 8, y - 9)])).join('')}" opacity="0.6"/></g>
${straps
  .map(
    (x) =>
      face([front(x - 11, 0), front(x - 11, rim), front(x + 11, rim), front(x + 11, 0)], '--art-gold') +
      rivets([12, 38, 64, 84].map((y) => front(x, y)))
  )
  .join('')}
${face([side(rim, half.z), side(height, half.z), side(height, -half.z), side(rim, -half.z)], '--gold-500')}
${face([front(-half.x, rim), front(-half.x, height), front(half.x, height), front(half.x, rim)], '--art-gold')}
${face([side(0, half.z), side(12, half.z), side(12, -half.z), side(0, -half.z)], '--gold-500')}
${face([front(-half.x, 0), front(-half.x, 12), front(half.x, 12), front(half.x, 0)], '--art-gold')}
${rivets([-0.94, -0.45, -0.22, 0.22, 0.45, 0.94].map((share) => front(share * half.x, height - 6)))}
${drawLock()}`
}

function drawLock(): string {
  const [x, y] = project([0, size.height, half.z])
  return `<g transform="translate(${dec(x)} ${dec(y)}) skewY(7)"><path d="M-17 -4h34v25q0 15-17 20q-17-5-17-20z" fill="var(--art-gold)"/>
<path d="M0 8a5.5 5.5 0 0 1 2.8 10.2l2.2 10.8h-10l2.2-10.8a5.5 5.5 0 0 1 2.8-10.2z" fill="var(--art-flag)" stroke="none"/></g>`
}

/** `angle` in radians: 0 shut, past a quarter turn thrown open. */
export function drawLid(angle: number): string {
  const planks = 9
  const at = (share: number, x: number): Point => turn(archAt(share), angle, x)
  const strips = Array.from({ length: planks }, (_, i) => [i / planks, (i + 1) / planks] as const)
  const outer = strips.map(([from, to], i) => ({
    depth: depthOf(at((from + to) / 2, 0)),
    isSeen: isTowardsViewer(at(from, 0), at(to, 0)),
    draw: (isOutside: boolean) => drawStrip(at, from, to, isOutside, i === 0 || i === planks - 1)
  }))
  const inside = outer.filter(({ isSeen }) => !isSeen)
  const outside = outer.filter(({ isSeen }) => isSeen)
  const far = (a: { depth: number }, b: { depth: number }) => a.depth - b.depth
  const shares = Array.from({ length: planks + 1 }, (_, i) => i / planks)
  const end = (x: number, colour: string) => face([...shares.map((share) => at(share, x))], colour)
  const isEndBehind = depthOf(at(0.5, 0)) < depthOf([0, size.height, 0]) && angle > 1
  return [
    end(-half.x, '--art-wood-dark'),
    isEndBehind ? end(half.x, '--art-wood-dark') : '',
    ...inside.sort(far).map(({ draw }) => draw(false)),
    isEndBehind ? '' : end(half.x, '--art-wood-dark'),
    angle > 0.3 ? drawLidRim(shares, at) : '',
    ...outside.sort(far).map(({ draw }) => draw(true))
  ].join('')
}

type At = (share: number, x: number) => Point

/** The iron the opened lid shows on its edge. */
function drawLidRim(shares: readonly number[], at: At): string {
  const edge = [
    ...shares.map((share) => at(share, -half.x)).toReversed(),
    ...shares.map((share) => at(share, half.x))
  ]
  return `<path d="${line(edge)}" stroke-width="8"/><path d="${line(edge)}" stroke="var(--art-gold)" stroke-width="5"/>`
}

function drawStrip(at: At, from: number, to: number, isOutside: boolean, isRim: boolean): string {
  const quad = (left: number, right: number, colour: string, rest = '') =>
    face([at(from, left), at(to, left), at(to, right), at(from, right)], colour, rest)
  if (!isOutside) return quad(-half.x, half.x, '--art-wood-dark', 'stroke-width="0.8" stroke-opacity="0.6"')
  const bands = straps.map((x) => quad(x - 11, x + 11, '--art-gold')).join('')
  return quad(-half.x, half.x, isRim ? '--art-gold' : '--art-wood', 'stroke-width="1"') + bands
}

/** From the front edge (0) over the top to the hinge (1); y and z in the chest's own space, x left out. */
function archAt(share: number): [y: number, z: number] {
  const around = Math.PI * share
  return [size.height + half.z * size.arch * Math.sin(around), half.z * Math.cos(around)]
}

/** Around the hinge: the upper back edge. */
function turn([y, z]: [number, number], angle: number, x: number): Point {
  const [up, out] = [y - size.height, z + half.z]
  return [
    x,
    size.height + up * Math.cos(angle) + out * Math.sin(angle),
    -half.z + out * Math.cos(angle) - up * Math.sin(angle)
  ]
}

function depthOf([x, y, z]: Point): number {
  const turnedZ = -x * Math.sin(yaw) + z * Math.cos(yaw)
  return turnedZ * Math.cos(tilt) + y * Math.sin(tilt)
}

/** Going from the front edge to the hinge, the outside of a plank is seen when it rises on the screen. */
function isTowardsViewer(from: Point, to: Point): boolean {
  return project(to)[1] < project(from)[1]
}

function rivets(points: readonly Point[]): string {
  return points
    .map((point) => {
      const [x, y] = project(point)
      return `<circle cx="${dec(x)}" cy="${dec(y)}" r="2.2" fill="var(--art-flag)" stroke="none"/>`
    })
    .join('')
}
