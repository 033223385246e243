import { drawSheet } from './chart-sheet.ts'
import { drawCourse, positionAt } from './course.ts'
import { dec, type Film, ramp, swing } from './film.ts'

const cross = { x: 814, y: 240 }
/** How far a ship can go; the rest of the course is on foot. */
const anchorage = 0.785
/** When things happen: the old course is wiped, a new one sailed, the cross cut. */
const wiped = [0.16, 0.3] as const
const sailed = [0.3, 0.84] as const
const strokes = [
  [0.845, 0.875],
  [0.88, 0.91]
] as const

export const chartedCourse: Film = {
  name: 'charted-course',
  theme: 'light',
  seconds: 8,
  draw: (phase) =>
    [drawSheet(), drawRose(phase), drawSerpent(phase), drawInk(phase), drawShip(phase)].join('')
}

function drawInk(phase: number): string {
  const wiping = ramp(phase, ...wiped)
  const isNew = phase >= wiped[1]
  const dots = isNew ? drawCourse(-1, way(phase)) : drawCourse(wiping * 1.06 - 0.05, 2)
  const left = isNew ? 0 : 1 - ramp(phase, wiped[1] - 0.06, wiped[1])
  const cut = strokes.map(([from, to]) => (isNew ? ramp(phase, from, to) : 1))
  const shown = isNew ? 1 : left
  const ring = ramp(phase, 0.9, 0.99)
  return `<g fill="var(--art-red)">${dots}</g>
<g transform="translate(${cross.x} ${cross.y})" stroke="var(--art-red)" stroke-width="8.5" stroke-linecap="round" opacity="${dec(shown, 2)}">
${stroke(-17, -18, 34, 36, cut[0] ?? 0)}${stroke(17, -17, -34, 34, cut[1] ?? 0)}
</g>
<circle cx="${cross.x}" cy="${cross.y}" r="${dec(22 + 40 * ring)}" stroke="var(--gold-500)" stroke-width="${dec(5 * (1 - ring))}" opacity="${ring > 0 && ring < 1 ? dec(1 - ring, 2) : 0}"/>`
}

/** One stroke of the cross, as far as it is cut. */
function stroke(x: number, y: number, dx: number, dy: number, share: number): string {
  return share === 0 ? '' : `<path d="M${x} ${y}l${dec(dx * share)} ${dec(dy * share)}"/>`
}

/** How much of the course is sailed; a ship gathers way and loses it slowly. */
function way(phase: number): number {
  return ramp(phase, ...sailed)
}

/** The ship lies off the isle, fades there when the chart is wiped, and leaves port anew. */
function drawShip(phase: number): string {
  const isNew = phase >= wiped[1]
  const { x, y, heading } = positionAt(isNew ? Math.min(anchorage, way(phase)) : anchorage)
  const shown = isNew ? ramp(phase, 0.3, 0.34) : 1 - ramp(phase, 0.2, 0.28)
  const roll = 4 * swing(phase, 8) + Math.max(-14, Math.min(14, heading * 0.16))
  return `<g transform="translate(${dec(x - 6)} ${dec(y - 8 + 1.5 * swing(phase, 8, 0.2))}) rotate(${dec(roll)}) scale(1.12)" stroke="var(--art-ink)" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round" opacity="${dec(shown, 2)}">
<path d="M-26 4H24L30 -3L24 15Q0 22 -20 15z" fill="var(--art-wood)"/><path d="M-22 9Q2 14 26 7" stroke="var(--art-gold)" stroke-width="1.8"/>
<path d="M-13 4V-36M7 4V-42" stroke-width="2"/>
<path d="M-22 -31Q-12 -16 -21 -3Q-9 -6 -3 -2Q0 -16 -6 -31zM-3 -36Q8 -20 -2 -2Q12 -5 20 -1Q23 -18 15 -36z" fill="var(--art-sail)"/>
<path d="M20 -30L34 -4L22 -2" fill="var(--art-sail)"/>
<path d="M7 -42l-${dec(13 + swing(phase, 10))} -${dec(4 + 1.5 * swing(phase, 10, 0.2))} 13 -4zM-13 -36l-10 -3 10 -4z" fill="var(--art-red)"/></g>`
}

/** The needle of an honest compass is never quite still. */
function drawRose(phase: number): string {
  const point = (length: number, waist: number, turn: number, dark: string) =>
    `<g transform="rotate(${turn})"><path d="M0 0L0 ${-length}L${waist} ${-waist}z" fill="var(--art-paper)"/><path d="M0 0L0 ${-length}L${-waist} ${-waist}z" fill="var(${dark})"/></g>`
  const minor = [22.5, 67.5, 112.5, 157.5, 202.5, 247.5, 292.5, 337.5].map((turn) =>
    point(46, 5, turn, '--art-ink')
  )
  const middle = [45, 135, 225, 315].map((turn) => point(60, 8, turn, '--art-ink'))
  const major = [0, 90, 180, 270].map((turn) => point(80, 11, turn, '--art-red'))
  const sway = 3.5 * swing(phase, 2) + 2 * swing(phase, 3, 0.3)
  return `<g transform="translate(148 148)" stroke="var(--art-ink)" stroke-width="0.9" stroke-linejoin="round">
<circle r="56" stroke-width="0.8"/><circle r="60" stroke-width="4.5" pathLength="288" stroke-dasharray="0.8 3.2"/><circle r="67" stroke-width="1.3"/>
<g transform="rotate(${dec(sway, 2)})">${minor.join('')}${middle.join('')}${major.join('')}<circle r="6" fill="var(--art-gold)"/>
<path fill="var(--art-red)" d="M0 -106c5 6 6 11 3 18 4 0 7-3 6-7 5 4 3 11-3 12l-2 3h-8l-2-3c-6-1-8-8-3-12-1 4 2 7 6 7-3-7-2-12 3-18z"/></g></g>`
}

/** Here be dragons: three humps that take turns in rising. */
function drawSerpent(phase: number): string {
  const lift = (shift: number) => dec(7 * swing(phase, 3, shift))
  return `<g transform="translate(1008 366)" fill="var(--art-green)" stroke="var(--art-ink)" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">
<clipPath id="waterline"><path d="M-130 -110H130V20Q60 12 0 20T-130 20z"/></clipPath>
<g clip-path="url(#waterline)">
<g transform="translate(0 ${lift(0)})"><path d="M-62 40C-70 -4 -52 -16 -58 -38C-64 -60 -48 -74 -30 -70C-12 -68 6 -60 10 -52C12 -46 4 -44 -4 -46C-16 -48 -24 -46 -28 -38C-36 -22 -24 -10 -28 40z"/><path d="M-60 -46l-11-5 10-7-8-9 13-1-3-11 14 6M-62 -18l-10 1 6 9-9 5 8 7" fill="var(--art-red)"/><path d="M-32 -60h.8M-52 -28h15M-54 -12h18M-54 4h20M10 -52c-10 1-20 0-27-2" fill="none"/></g>
<g transform="translate(0 ${lift(0.22)})"><path d="M-6 44C0 -10 54 -10 60 44l-18 0C38 8 16 8 12 44z"/><path d="M4 4l4-12 9 6 8-10 8 10 9-5 4 12" fill="var(--art-red)"/></g>
<g transform="translate(0 ${lift(0.44)})"><path d="M74 44c4-30 28-36 42-56 4 18-10 32-24 56z"/></g></g>
<path d="M-84 20q8-7 16 0q8-7 16 0q8-7 16 0M-14 22q8-7 16 0M52 21q8-7 16 0q8-7 16 0q8-7 16 0" stroke="var(--art-sea)" stroke-width="1.6" fill="none"/></g>`
}
