import { drawGalleon } from '../../site/components/art/galleon-drawing.ts'
import { dec, type Film, frame, ramp, scatter, swing, wrap } from './film.ts'
import { crest, dashes, type Row } from './swell.ts'

const moon = { x: 352, y: 146, r: 70 }
const horizon = 306
const far: Row[] = [
  { y: 316, span: 26, height: 2, dash: [1.5, 0.7, 3.1, 0.7], beat: 6, shift: 1 },
  { y: 328, span: 32, height: 2.6, dash: [3.2, 0.6, 1.4, 0.8], beat: 6, shift: 3 },
  { y: 342, span: 40, height: 3.4, dash: [2.2, 0.5, 1.7, 0.6], beat: 5, shift: 2 },
  { y: 358, span: 50, height: 4.4, dash: [2.6, 0.4, 0.7, 0.3], beat: 4, shift: 1 }
]
const near: Row[] = [
  { y: 416, span: 84, height: 8, dash: [2.3, 0.3, 0.2, 0.2], beat: 3, shift: 2 },
  { y: 437, span: 100, height: 9, dash: [1.2, 0.3, 1.3, 0.2], beat: 3, shift: 1 },
  { y: 461, span: 120, height: 10, dash: [1.6, 0.4], beat: 2, shift: 1 },
  { y: 486, span: 140, height: 10, dash: [0.9, 0.2, 0.8, 0.1], beat: 2 }
]
const stars = scatter(46, 1).map((x, i) => ({
  x: x * frame.width,
  y: 14 + wrap(i * 0.754878) * 236,
  size: 0.7 + wrap(i * 0.41) * 1.1
}))
const clouds = scatter(15, 5).map((x, i) => ({
  x: x * 1240 - 60,
  y: 206 + wrap(i * 0.57) * 84,
  length: 70 + wrap(i * 0.29) * 150,
  start: wrap(i * 0.38)
}))

export const nightWatch: Film = {
  name: 'night-watch',
  theme: 'dark',
  seconds: 7,
  draw: (phase) =>
    [drawSky(phase), drawIsland(phase), drawSea(phase), drawShip(phase), drawForeground(phase)].join('')
}

function drawSky(phase: number): string {
  const rays = Array.from({ length: 40 }, (_, i) => {
    const angle = (i * Math.PI) / 20
    return `M${moon.x} ${moon.y}L${dec(moon.x + 1100 * Math.cos(angle))} ${dec(moon.y + 1100 * Math.sin(angle))}`
  }).join('')
  const starlight = stars.map(({ x, y, size }, i) => {
    const glow = 0.45 + 0.35 * swing(phase, 1 + (i % 3), wrap(i * 0.27))
    return `<circle cx="${dec(x)}" cy="${dec(y)}" r="${dec(size)}" opacity="${dec(glow, 2)}"/>`
  })
  const drift = clouds.map(({ x, y, length, start }) => {
    const own = wrap(phase + start)
    return `<path d="M${dec(x + own * 70)} ${dec(y)}h${dec(length)}m14 0h22m-${dec(length * 0.7)} 8h${dec(length * 0.5)}" opacity="${dec(0.8 * Math.sin(Math.PI * own) ** 2, 2)}"/>`
  })
  return `<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--surface-page)"/><stop offset="0.6" stop-color="var(--art-sky)"/><stop offset="1" stop-color="var(--art-sky-far)"/></linearGradient>
<radialGradient id="halo"><stop offset="0.3" stop-color="var(--art-light)" stop-opacity="0.4"/><stop offset="1" stop-color="var(--art-light)" stop-opacity="0"/></radialGradient>
<radialGradient id="lamp"><stop offset="0" stop-color="var(--art-lamp)" stop-opacity="0.85"/><stop offset="1" stop-color="var(--art-lamp)" stop-opacity="0"/></radialGradient>
</defs>
<path d="M0 0H${frame.width}V${horizon}H0z" fill="url(#sky)"/>
<path d="${rays}" stroke="var(--rhumb)"/>
<g fill="var(--art-light)">${starlight.join('')}${drawFallingStar(phase)}</g>
<circle cx="${moon.x}" cy="${moon.y}" r="${dec(205 + 7 * swing(phase, 1))}" fill="url(#halo)"/>
<g stroke="var(--art-gold)">
<g transform="rotate(${dec(phase * 15, 2)} ${moon.x} ${moon.y})"><circle cx="${moon.x}" cy="${moon.y}" r="99" stroke-width="4.5" pathLength="288" stroke-dasharray="0.1 5.9" stroke-linecap="round" opacity="0.7"/></g>
<circle cx="${moon.x}" cy="${moon.y}" r="105" opacity="0.6"/><circle cx="${moon.x}" cy="${moon.y}" r="93" opacity="0.6"/>
<circle cx="${moon.x}" cy="${moon.y}" r="${moon.r}" fill="var(--art-light)" stroke-width="1.4"/>
</g>
<g stroke="var(--gold-500)" stroke-width="0.9" stroke-linecap="round" opacity="0.6"><path d="M289 172q10 26 34 37M287 160q14 34 48 50M286 147q18 42 60 64M289 134q22 48 70 72" /><path d="M330 120a11 11 0 1 1 -14 14M372 160a15 15 0 1 1 -19 19M384 108a7 7 0 1 1 -9 9M402 142a5 5 0 1 1 -7 7"/></g>
<g stroke="var(--art-line)" stroke-width="1.4" stroke-linecap="round">${drift.join('')}</g>`
}

/** Once a loop, high on the right. */
function drawFallingStar(phase: number): string {
  const flight = ramp(phase, 0.52, 0.64)
  const light = ramp(phase, 0.52, 0.55) * (1 - ramp(phase, 0.58, 0.66))
  const x = 930 + 150 * flight
  const y = 40 + 62 * flight
  return `<path d="M${dec(x)} ${dec(y)}l-64 -26.5" stroke="var(--art-light)" stroke-width="1.8" stroke-linecap="round" opacity="${dec(light, 2)}"/>`
}

function drawIsland(phase: number): string {
  const lit = Math.max(0, swing(phase, 2, 0.1)) ** 2
  const beam = (side: 1 | -1) => `M1060 216l${side * 300} -36v46z`
  return `<g stroke="var(--art-ink)" stroke-linejoin="round">
<path d="${beam(-1)}${beam(1)}" fill="var(--art-lamp)" stroke="none" opacity="${dec(0.16 * lit, 3)}"/>
<path d="M934 ${horizon}C956 296 972 282 996 284C1014 268 1034 262 1056 262C1080 262 1092 280 1112 280C1128 274 1142 276 1160 284V${horizon}z" fill="var(--art-land)" stroke-width="1.1"/>
<path d="M972 304l16-16M996 304l22-28M1020 304l20-32M1048 304l18-32M1078 304l14-24M1104 304l12-18M1130 304l14-22" stroke-width="0.7" opacity="0.6"/>
<path d="M1052 264l3-42h10l3 42z" fill="var(--art-bone)" stroke="var(--art-land)"/>
<path d="M1053.4 244h13.2l.8 9h-14.8zM1054.6 228h10.8l.6 8h-12z" fill="var(--art-red)" stroke="none"/>
<path d="M1054 222v-10h12v10zM1052 212l8-8 8 8z" fill="var(--art-wood-dark)" stroke="var(--art-land)"/>
<circle cx="1060" cy="216" r="${dec(3 + 2 * lit)}" fill="var(--art-lamp)" stroke="none"/>
<circle cx="1060" cy="216" r="26" fill="url(#lamp)" stroke="none" opacity="${dec(0.15 + 0.75 * lit, 2)}"/>
</g>`
}

function drawSea(phase: number): string {
  const glitter = Array.from({ length: 13 }, (_, i) => {
    const y = horizon + 5 + i * 7.6
    const half = 34 + 44 * Math.sin(0.5 + i * 0.19)
    const cut = 10 + 7 * swing(phase, 2, i * 0.37)
    const slide = 10 * swing(phase, 1, i * 0.29)
    return `<path d="M${dec(moon.x - half + slide)} ${dec(y)}h${dec(half * 2)}" stroke-dasharray="${dec(26 + cut)} ${dec(16 - cut / 2)} ${dec(8 + cut / 2)} 12"/>`
  })
  return `<path d="M0 ${horizon}H${frame.width}V${frame.height}H0z" fill="var(--art-sea)"/>
<g stroke="var(--art-light)" stroke-width="2.4" stroke-linecap="round" opacity="0.8">${glitter.join('')}</g>
<g stroke="var(--art-foam)" stroke-width="1.1" stroke-linecap="round" opacity="0.55">${far
    .map((row, i) => `<path d="${crest(row, phase, 1.5 * swing(phase, 2, i * 0.2))}" ${dashes(row, phase)}/>`)
    .join('')}</g>`
}

function drawShip(phase: number): string {
  const flicker = 0.75 + 0.12 * swing(phase, 5) + 0.08 * swing(phase, 11, 0.3)
  const heave = 7 * swing(phase, 2)
  const pitch = 1.8 * swing(phase, 2, 0.22) - 0.5
  const behind: Row = { y: 384, span: 64, height: 6, dash: [1], beat: 4, shift: 2 }
  return `<path d="${crest(behind, phase, 3 * swing(phase, 2, 0.1))}V${frame.height}H0z" fill="var(--art-sea)" stroke="var(--art-foam)" stroke-opacity="0.6"/>
<g transform="translate(552 ${dec(66 + heave, 2)}) rotate(${dec(pitch, 2)} 200 320) scale(1.08)">
${drawGalleon({ belly: 1 + 0.16 * swing(phase, 2, 0.4) + 0.05 * swing(phase, 5), flutter: phase * 7 })}
<g fill="url(#lamp)" opacity="${dec(flicker, 2)}"><circle cx="367" cy="170" r="46"/><circle cx="330" cy="212" r="54"/></g>
</g>`
}

function drawForeground(phase: number): string {
  const front: Row = { y: 400, span: 84, height: 8, dash: [1], beat: 3 }
  const heave = 4 * swing(phase, 2, -0.12)
  const bow = 1 + 0.25 * swing(phase, 2, 0.3)
  return `<path d="${crest(front, phase, heave)}V${frame.height}H0z" fill="var(--art-sea-deep)" stroke="var(--art-foam)" stroke-width="1.3" stroke-opacity="0.75"/>
<g stroke="var(--art-foam)" stroke-width="1.4" stroke-linecap="round" opacity="0.5">${near
    .map((row, i) => `<path d="${crest(row, phase, heave * (1 - i * 0.3))}" ${dashes(row, phase)}/>`)
    .join('')}</g>
<g stroke="var(--art-foam)" stroke-width="2.6" stroke-linecap="round" opacity="0.9">
<path transform="translate(640 ${dec(398 + heave)}) scale(${dec(bow, 2)})" d="M0 0c-16-8-36-6-54 3M10 7c-26-5-60-2-86 7M22 -4c-10-9-20-12-34-12"/>
<path transform="translate(908 ${dec(396 + heave)}) scale(${dec(2 - bow, 2)})" d="M0 0c18-4 36-2 56 4M8 8c30-3 66-1 92 6"/>
</g>`
}
