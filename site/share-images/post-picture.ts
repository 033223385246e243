import { coinDrawing, galleon } from '../art/drawn-parts.ts'
import { drawScene, rays, waves } from './sheet.ts'

/** Draws one of the pictures for posts without an image of their own; `drawing` counts from 1. */
export function drawPostPicture(drawing: number): string {
  return drawScene((scenes[(drawing - 1) % scenes.length] ?? atSea)())
}

const scenes = [atSea, byNight, onTheMap, inTheHold]

function atSea(): string {
  return `<path d="M0 0H1200V630H0z" fill="var(--surface-page)"/>
<path d="${rays()}" stroke="var(--rhumb)" stroke-width="1.2"/>
<circle cx="918" cy="292" r="92" fill="var(--gold-fill)"/>
${ship(330, 150, 1.25)}
<path d="M0 520H1200V630H0z" fill="var(--art-sea)"/>
${waves()}`
}

function byNight(): string {
  const stars = Array.from({ length: 46 }, (_, i) => {
    const [x, y] = [(i * 397) % 1180, (i * 173) % 380]
    return `<circle cx="${x + 10}" cy="${y + 14}" r="${1 + (i % 3) * 0.8}"/>`
  })
  return `<path d="M0 0H1200V630H0z" fill="var(--sea-900)"/>
<g fill="var(--foam-100)" opacity="0.85">${stars.join('')}</g>
<path d="M930 84a96 96 0 1 0 92 138 84 84 0 0 1-92-138z" fill="var(--gold-200)"/>
${ship(250, 170, 1.2)}
<path d="M0 520H1200V630H0z" fill="var(--sea-850)"/>
<g stroke="var(--gold-200)" stroke-width="3" stroke-linecap="round" opacity="0.6">
<path d="M840 548h150M870 566h96M810 584h190M888 602h70"/></g>`
}

function onTheMap(): string {
  return `<path d="M0 0H1200V630H0z" fill="var(--parchment-200)"/>
<path d="${rays()}" stroke="var(--rhumb)" stroke-width="1.2"/>
<g fill="var(--parchment-100)" stroke="var(--parchment-600)" stroke-width="4" stroke-linejoin="round">
<path d="M0 96q120-30 190 42t170 28q96-8 92 92t-116 118q-120 30-190 86T0 520z"/>
<path d="M842 236q62-74 168-52t146 108q28 98-62 148t-182 6-104-104q-18-58 34-106z"/></g>
<path d="M306 330q120-120 262-52t196 104q84 36 178-26" fill="none" stroke="var(--red-600)" stroke-width="9" stroke-linecap="round" stroke-dasharray="2 26"/>
<path d="M962 312l56 56m0-56l-56 56" stroke="var(--red-600)" stroke-width="16" stroke-linecap="round"/>
${ship(520, 410, 0.46)}
<path d="M22 22H1178V608H22z" fill="none" stroke="var(--parchment-600)" stroke-width="3"/>
<path d="M34 34H1166V596H34z" fill="none" stroke="var(--parchment-600)" stroke-width="8" stroke-dasharray="48 48"/>`
}

function inTheHold(): string {
  const rows = [7, 6, 5, 3].flatMap((count, row) =>
    Array.from({ length: count }, (_, i) => {
      const x = 600 - (count * 142) / 2 + i * 142 + ((row * 31 + i * 17) % 22)
      return coin(x, 470 - row * 88 - ((i * 13 + row * 7) % 18), 3.3)
    })
  )
  return `<path d="M0 0H1200V630H0z" fill="var(--surface-chrome)"/>
<path d="${rays()}" stroke="var(--sea-700)" stroke-width="1.2"/>
${rows.join('')}
<path d="M0 612H1200" stroke="var(--gold-fill)" stroke-width="10" stroke-dasharray="48 48"/>`
}

function ship(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${galleon}</g>`
}

function coin(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${coinDrawing}</g>`
}
