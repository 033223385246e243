import { dec, frame, smooth, swing, wrap } from './film.ts'

export function drawShafts(phase: number): string {
  const shafts = [
    { x: 130, width: 70, lean: -150, turns: 1, shift: 0 },
    { x: 330, width: 110, lean: -120, turns: 2, shift: 0.3 },
    { x: 560, width: 150, lean: -70, turns: 1, shift: 0.6 },
    { x: 780, width: 80, lean: -40, turns: 2, shift: 0.1 },
    { x: 980, width: 130, lean: 10, turns: 1, shift: 0.8 }
  ]
  return shafts
    .map(({ x, width, lean, turns, shift }) => {
      const left = x + 26 * swing(phase, 1, shift)
      const light = 0.62 + 0.38 * swing(phase, turns, shift)
      return `<path d="M${dec(left)} -10h${width}L${dec(left + width * 1.9 + lean)} 400H${dec(left - width * 0.6 + lean)}z" fill="url(#shaft)" opacity="${dec(light, 2)}"/>`
    })
    .join('')
}

export function drawFloor(): string {
  return `<path d="M0 338C90 312 190 330 290 324C420 316 520 332 640 326C780 318 880 334 1000 318C1070 310 1120 320 1152 326V480H0z" fill="var(--art-land)" stroke="var(--art-line)" stroke-width="1.2"/>
<g stroke="var(--art-line)" stroke-width="1" stroke-linecap="round" opacity="0.8"><path d="M40 352q60-12 120 0M210 346q50-10 96 0M330 364q40-9 78 0M70 386q70-14 132 0M250 402q60-12 110 0M842 352q60-12 116 0M990 344q50-9 110 0M806 396q56-12 108 0M950 380q70-14 140 0M60 430q60-12 116 0M260 446q70-13 130 0M470 460q60-10 110 0M690 452q60-12 118 0M900 432q70-14 132 0M1050 412q40-9 80 0"/></g>
<g stroke="var(--art-flag)" stroke-width="1.5" stroke-linejoin="round">
<path d="M170 392c-6-30 16-54 44-52c14-22 52-18 60 4c26-2 40 22 36 48c-40 10-104 10-140 0z" fill="var(--art-sky-far)"/>
<path d="M196 386c-2-18 8-30 22-34M236 384c-4-22 8-38 26-40M284 386c2-14 0-24-8-32" stroke="var(--art-line)" stroke-width="1" stroke-linecap="round"/>
<path d="M926 388c-4-24 14-42 36-38c16-16 46-8 50 14c20 2 26 14 24 26c-34 8-82 8-110-2z" fill="var(--art-sky-far)"/>
<path d="M950 384c-2-14 6-24 16-28M990 384c0-12 6-20 14-24" stroke="var(--art-line)" stroke-width="1" stroke-linecap="round"/>
</g>
${drawAnchor()}${drawCoral(262, 352, 1)}${drawCoral(992, 356, -0.8)}${drawStar()}`
}

function drawAnchor(): string {
  return `<g transform="translate(846 404) rotate(24)" stroke="var(--art-line)" stroke-linecap="round" stroke-linejoin="round"><path d="M0 -4V-118M-30 -96H30" stroke-width="7"/><circle cy="-128" r="9" stroke-width="5"/><path d="M-52 -34C-46 2 46 2 52 -34" stroke-width="8"/><path d="M-60 -26l4-22 18 14zM60 -26l-4-22-18 14z" fill="var(--art-line)" stroke-width="3"/></g>
<path d="M770 404c30-16 120-22 170 4c-40 14-130 14-170-4z" fill="var(--art-land)"/><path d="M790 398q40-10 76 0M880 402q26-6 46 0" stroke="var(--art-line)" stroke-linecap="round"/>`
}

function drawCoral(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale} ${Math.abs(scale)})" stroke="var(--art-red)" stroke-width="6.5" stroke-linecap="round" stroke-linejoin="round"><path d="M0 0C-2 -24 4 -40 0 -66M0 -20C-14 -26 -22 -36 -22 -54M-1 -34C12 -38 22 -48 22 -64M-20 -44C-30 -48 -34 -54 -35 -64M19 -52C28 -54 34 -60 37 -70"/></g>`
}

function drawStar(): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = (i * Math.PI) / 5 - Math.PI / 2 + 0.3
    const r = i % 2 === 0 ? 24 : 10
    return `${dec(r * Math.cos(angle))} ${dec(r * 0.6 * Math.sin(angle))}`
  })
  return `<path transform="translate(386 432)" d="M${points.join('L')}z" fill="var(--art-red)" stroke="var(--art-flag)" stroke-width="1.4" stroke-linejoin="round"/>`
}

const weeds = [
  { x: 60, y: 372, height: 190, layer: 'behind' },
  { x: 88, y: 380, height: 130, layer: 'behind' },
  { x: 120, y: 372, height: 160, layer: 'behind' },
  { x: 330, y: 350, height: 96, layer: 'behind' },
  { x: 1074, y: 372, height: 200, layer: 'behind' },
  { x: 1104, y: 382, height: 140, layer: 'behind' },
  { x: 1046, y: 378, height: 112, layer: 'behind' },
  { x: 14, y: 490, height: 210, layer: 'before' },
  { x: 1134, y: 490, height: 190, layer: 'before' },
  { x: 200, y: 490, height: 84, layer: 'before' },
  { x: 226, y: 490, height: 112, layer: 'before' },
  { x: 950, y: 490, height: 92, layer: 'before' }
] as const

/** Ribbons that bend more the higher they reach, each a little after its neighbour. */
export function drawWeeds(phase: number, layer: 'behind' | 'before'): string {
  const drawn = weeds
    .filter((weed) => weed.layer === layer)
    .map(({ x, y, height }, i) => {
      const steps = 9
      const at = (step: number): [number, number] => {
        const share = step / steps
        const bend = (10 + height * 0.16) * share ** 1.4 * swing(phase, 2, x * 0.0021 - share * 0.42)
        return [x + bend + 8 * Math.sin(share * 9 + i), y - height * share]
      }
      const spine = Array.from({ length: steps + 1 }, (_, step) => at(step))
      const width = (step: number) =>
        (layer === 'before' ? 9 : 7) * Math.sin(Math.PI * (0.16 + 0.84 * (step / steps)))
      const left = spine.map(([px, py], step): [number, number] => [px - width(step), py])
      const right = spine.map(([px, py], step): [number, number] => [px + width(step), py]).toReversed()
      return `<path d="${smooth([...left, ...right])}z" fill="var(--art-green)"/><path d="${smooth(spine)}" stroke-width="0.9"/>`
    })
  return `<g stroke="var(--art-flag)" stroke-width="1.4" stroke-linejoin="round" ${layer === 'behind' ? 'opacity="0.8"' : ''}>${drawn.join('')}</g>`
}

const school = [
  { x: 0, y: 0, size: 1 },
  { x: -58, y: 26, size: 0.8 },
  { x: -70, y: -22, size: 0.72 },
  { x: -120, y: 6, size: 0.86 },
  { x: -148, y: 40, size: 0.66 }
]

/** A school from left to right, and one fish that has other business. */
export function drawFish(phase: number): string {
  const way = wrap(phase + 0.42)
  const drawn = school.map(({ x, y, size }, i) => {
    const px = -40 + way * (frame.width + 260) + x
    const py = 128 + y + 10 * swing(phase, 2, i * 0.17)
    return fish(px, py, size, swing(phase, 12, i * 0.23))
  })
  const other = wrap(phase + 0.2)
  const loner = fish(
    frame.width + 60 - other * (frame.width + 120),
    232 + 8 * swing(phase, 2),
    -1.15,
    swing(phase, 10)
  )
  return `<g stroke="var(--art-flag)" stroke-width="1.3" stroke-linejoin="round">${drawn.join('')}${loner}</g>`
}

/** Swims to the right; a negative size turns it around. */
function fish(x: number, y: number, size: number, tail: number): string {
  const lash = dec(4 * tail)
  return `<g transform="translate(${dec(x)} ${dec(y)}) scale(${size} ${Math.abs(size)})"><path d="M-22 0L-40 ${dec(-11 + 4 * tail)}Q-35 ${lash} -40 ${dec(11 + 4 * tail)}z" fill="${size < 0 ? 'var(--art-red)' : 'var(--art-gold)'}"/><path d="M-26 0Q-6 -18 16 -9Q26 -4 28 0Q26 4 16 9Q-6 18 -26 0z" fill="${size < 0 ? 'var(--art-red)' : 'var(--art-gold)'}"/><path d="M-4 -12Q-12 -20 -18 -18Q-14 -12 -14 -8zM10 -9Q5 0 10 9M0 -4l6 4-6 4M-10 -4l6 4-6 4" stroke-width="0.9"/><circle cx="18" cy="-3" r="1.9" fill="var(--art-flag)" stroke="none"/></g>`
}
