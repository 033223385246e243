import { drawBox, drawHollow, drawLid, project } from './chest-model.ts'
import { dec, type Film, frame, ramp, scatter, swing, wrap } from './film.ts'
import { drawFish, drawFloor, drawShafts, drawWeeds } from './sea-floor.ts'

const place = { x: 590, y: 392 }
const open = 1.85
/** Heaped in the chest, back to front: x, y of the middle, in the chest's own space from above. */
const heap = [0, 1, 2, 3, 4].flatMap((row) =>
  Array.from({ length: 9 }, (_, i) => {
    const x = (i - 4) * 25 + (row % 2) * 12
    return {
      x,
      y: 96 + (row === 0 || row === 4 ? 2 : 16) * (1 - (x / 140) ** 2) + wrap(x * 0.13 + row * 0.31) * 8,
      z: -52 + row * 26
    }
  })
)
const leaping = [
  { x: -64, z: 10, height: 120, aside: -58, start: 0.62 },
  { x: 10, z: -6, height: 158, aside: 16, start: 0.635 },
  { x: 62, z: 12, height: 110, aside: 64, start: 0.65 },
  { x: -14, z: 20, height: 92, aside: -18, start: 0.675 },
  { x: 36, z: 4, height: 132, aside: 36, start: 0.69 }
]
const sparkles = [
  { x: -82, y: 112, z: 20, turns: 3, shift: 0 },
  { x: -20, y: 124, z: 0, turns: 4, shift: 0.3 },
  { x: 48, y: 118, z: 22, turns: 3, shift: 0.55 },
  { x: 92, y: 110, z: -10, turns: 4, shift: 0.75 },
  { x: 14, y: 108, z: 44, turns: 5, shift: 0.1 }
]
const bubbles = scatter(26, 3).map((start, i) => ({
  start,
  x: (wrap(i * 0.37) - 0.5) * 200,
  size: 2.5 + wrap(i * 0.77) * 6,
  sway: 6 + wrap(i * 0.53) * 10
}))

export const openingChest: Film = {
  name: 'opening-chest',
  theme: 'dark',
  seconds: 8,
  draw: (phase) =>
    [
      drawWater(),
      drawShafts(phase),
      drawFish(phase),
      drawFloor(),
      drawWeeds(phase, 'behind'),
      drawChest(phase),
      drawBubbles(phase),
      drawWeeds(phase, 'before')
    ].join('')
}

/** Open at the loop's ends, shut in its middle, thrown open with a little spring. */
function lidAngle(phase: number): number {
  const shutting = 1 - ramp(phase, 0.34, 0.47)
  const springing = ramp(phase, 0.6, 0.68)
  const spring = springing === 1 ? 0.16 * Math.exp(-(phase - 0.68) * 16) * Math.sin((phase - 0.68) * 46) : 0
  const creak =
    0.05 * Math.max(0, Math.sin((phase - 0.52) * 75)) * ramp(phase, 0.52, 0.54) * (1 - ramp(phase, 0.58, 0.6))
  return (
    open * Math.max(shutting, springing + spring) +
    creak +
    0.015 * swing(phase, 2) * Math.max(shutting, springing)
  )
}

function drawWater(): string {
  return `<defs>
<linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--art-sky-far)"/><stop offset="0.55" stop-color="var(--art-sea)"/><stop offset="1" stop-color="var(--art-sea-deep)"/></linearGradient>
<linearGradient id="shaft" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--art-foam)" stop-opacity="0.34"/><stop offset="1" stop-color="var(--art-foam)" stop-opacity="0"/></linearGradient>
<radialGradient id="gleam"><stop offset="0" stop-color="var(--art-lamp)" stop-opacity="0.75"/><stop offset="0.45" stop-color="var(--art-gold)" stop-opacity="0.28"/><stop offset="1" stop-color="var(--art-gold)" stop-opacity="0"/></radialGradient>
</defs><path d="M0 0H${frame.width}V${frame.height}H0z" fill="url(#water)"/>`
}

function drawChest(phase: number): string {
  const angle = lidAngle(phase)
  const openness = Math.min(1, Math.max(0, angle / open))
  const glow = openness * (0.85 + 0.15 * swing(phase, 3))
  const coins = heap.map(({ x, y, z }) => drawCoin(...project([x, y, z]), 17, 0.56)).join('')
  return `<g transform="translate(${place.x} ${place.y}) scale(1.1)" stroke="var(--art-flag)" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">
<ellipse cx="4" cy="26" rx="190" ry="30" fill="var(--art-flag)" stroke="none" opacity="0.45"/>
${openness > 0.5 ? drawLid(angle) : ''}
${drawHollow()}
<g opacity="${angle > 0.02 ? 1 : 0}">${coins}${drawJewels()}</g>
<ellipse cx="0" cy="-118" rx="${dec(120 + 130 * openness)}" ry="${dec(60 + 100 * openness)}" fill="url(#gleam)" stroke="none" opacity="${dec(glow, 2)}"/>
${drawLeap(phase)}
${drawBox()}
${openness > 0.5 ? '' : drawLid(angle)}
${sparkles.map((sparkle) => drawSparkle(sparkle, phase, openness)).join('')}
</g>`
}

function drawCoin(x: number, y: number, radius: number, flat: number): string {
  const ry = radius * flat
  return `<g transform="translate(${dec(x)} ${dec(y)})" stroke-width="1.1"><path d="M${-radius} 0v4.5a${radius} ${dec(ry)} 0 0 0 ${radius * 2} 0v-4.5z" fill="var(--gold-600)"/><ellipse rx="${radius}" ry="${dec(ry)}" fill="var(--art-gold)"/><ellipse rx="${dec(radius * 0.68)}" ry="${dec(ry * 0.66)}" stroke="var(--gold-700)" stroke-width="0.9"/></g>`
}

function drawJewels(): string {
  const [x, y] = project([54, 122, 8])
  const [x2, y2] = project([-48, 124, 14])
  return `<g stroke-width="1.2"><path d="M${dec(x)} ${dec(y - 20)}l17 9-5 15h-24l-5-15z" fill="var(--art-red)"/><path d="M${dec(x - 17)} ${dec(y - 11)}h34M${dec(x)} ${dec(y - 20)}l-6 9 6 15 6-15z" stroke-width="0.8"/>
<path d="M${dec(x2 - 12)} ${dec(y2 - 12)}l8-8h9l8 8-12 16z" fill="var(--art-green)"/><path d="M${dec(x2 - 12)} ${dec(y2 - 12)}h25" stroke-width="0.8"/></g>`
}

/** Thrown up by the lid, slowed by the water, back in the chest before the loop ends. */
function drawLeap(phase: number): string {
  return leaping
    .map(({ x, z, height, aside, start }, i) => {
      const flight = (phase - start) / 0.26
      if (flight <= 0 || flight >= 1) return ''
      const rise = height * Math.sin(Math.PI * flight ** 0.72)
      const [px, py] = project([x + aside * flight * 0.4, 108 + rise, z])
      const spin = Math.cos(2 * Math.PI * (flight * 2.5 + i * 0.2))
      const fade = Math.min(1, (1 - flight) * 8)
      return `<g transform="translate(${dec(px)} ${dec(py)}) rotate(${dec(20 * spin)})" stroke-width="1.1" opacity="${dec(fade, 2)}"><ellipse rx="15" ry="${dec(3 + 12 * Math.abs(spin))}" fill="var(--art-gold)"/><ellipse rx="10" ry="${dec(1 + 9 * Math.abs(spin))}" stroke="var(--gold-700)" stroke-width="0.9"/></g>`
    })
    .join('')
}

type Sparkle = (typeof sparkles)[number]

function drawSparkle({ x, y, z, turns, shift }: Sparkle, phase: number, openness: number): string {
  const light = Math.max(0, swing(phase, turns, shift)) ** 3 * openness
  if (light < 0.02) return ''
  const [px, py] = project([x, y, z])
  const r = 5 + 17 * light
  const waist = r * 0.13
  return `<path transform="translate(${dec(px)} ${dec(py)})" d="M0 ${dec(-r)}L${dec(waist)} ${dec(-waist)}L${dec(r)} 0L${dec(waist)} ${dec(waist)}L0 ${dec(r)}L${dec(-waist)} ${dec(waist)}L${dec(-r)} 0L${dec(-waist)} ${dec(-waist)}z" fill="var(--art-bone)" stroke="none" opacity="${dec(light, 2)}"/>`
}

/** A few at any time; a swarm when the lid springs open. */
function drawBubbles(phase: number): string {
  const drawn = bubbles.map(({ start, x, size, sway }, i) => {
    const isSwarm = i % 3 !== 0
    const own = isSwarm ? (phase - 0.6 - start * 0.12) / (0.4 - start * 0.12) : wrap(phase + start)
    if (own <= 0 || own >= 1) return ''
    const rise = isSwarm ? own ** 0.85 : own
    const px = place.x + x * (1 + 0.5 * own) + sway * Math.sin(own * 12 + i)
    const py = place.y - 100 - rise * 330
    const fade = Math.min(1, own * 10, (1 - own) * 5)
    const r = size * (0.8 + 0.4 * own)
    return `<g transform="translate(${dec(px)} ${dec(py)})" opacity="${dec(fade, 2)}"><circle r="${dec(r)}"/><path d="M${dec(-r * 0.55)} ${dec(-r * 0.1)}a${dec(r * 0.55)} ${dec(r * 0.55)} 0 0 1 ${dec(r * 0.5)} ${dec(-r * 0.45)}"/></g>`
  })
  return `<g stroke="var(--art-foam)" stroke-width="1.4" stroke-linecap="round">${drawn.join('')}</g>`
}
