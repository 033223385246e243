import { pictureSize } from '../../admin-api/contract/pictures.ts'
import { coinDrawing, galleon } from '../art/drawn-parts.ts'
import tokens from '../styles/tokens.css?raw'
import { letter } from './lettering.ts'

const { width, height } = pictureSize
/** The text of a picture begins at `left` and is at most `leftWidth` wide; figures are in the frame at the right. */
export const [left, leftWidth] = [64, 590]
const frame = { x: 700, y: 56, right: 1136, bottom: 516 }
export const inner = { x: 732, width: 372 }
/** The top of the sea; content is above it. */
const shore = 548

/** Tokens by name. A token's first declaration counts, because those for print come last. */
const declared = new Map(
  [...tokens.matchAll(/(--[\w-]+):\s*([^;]+);/g)]
    .map(([, name, value]) => [name, value] as const)
    .toReversed()
)

/** `note` says how recent the figures are; `host` is the host of this site. */
type Foot = { note: string; host: string }

/** Draws the sheet that all pictures share: parchment and sea, the name, and the foot. */
export function drawSheet(content: string, { note, host }: Foot): string {
  const foot = { face: 'text', size: 27, y: 606 } as const
  return drawScene(`
<rect width="${width}" height="${height}" fill="var(--surface-page)"/>
<path d="${rays()}" stroke="var(--rhumb)" stroke-width="1.2"/>
<path d="M0 ${shore}H${width}V${height}H0z" fill="var(--art-sea)"/>
<g transform="translate(556 452) scale(0.34)">${galleon}</g>
${waves()}
<g transform="translate(60 36) scale(1.25)">${coinDrawing}</g>
${letter('Doubloon', { face: 'display', size: 46, x: 134, y: 83 })}
${content}
${letter(note, { ...foot, x: left, fill: 'var(--foam-100)', maxWidth: 640 })}
${letter(host, { ...foot, x: 1136, fill: 'var(--gold-200)', anchor: 'end', maxWidth: 380 })}
<path d="M0 0H${width}V12H0z" fill="var(--surface-chrome)"/>
<path d="M0 15.5H${width}" stroke="var(--gold-fill)" stroke-width="3" stroke-dasharray="48 48"/>
`)
}

/** Draws a picture without text and without the shared sheet. */
export function drawScene(content: string): string {
  return withLightColors(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
  )
}

/** Draws the frame around figures: a double line with notched corners. */
export function drawFrame({ x, y, right, bottom } = frame): string {
  const outline = (inset: number, notch: number) => {
    const [l, t, r, b] = [x + inset, y + inset, right - inset, bottom - inset]
    return `M${l + notch} ${t}H${r - notch}A${notch} ${notch} 0 0 0 ${r} ${t + notch}V${b - notch}A${notch} ${notch} 0 0 0 ${r - notch} ${b}H${l + notch}A${notch} ${notch} 0 0 0 ${l} ${b - notch}V${t + notch}A${notch} ${notch} 0 0 0 ${l + notch} ${t}z`
  }
  return `<path d="${outline(0, 18)}" fill="var(--surface-raised)" stroke="var(--border-strong)" stroke-width="2.5"/>
<path d="${outline(7, 16)}" fill="none" stroke="var(--border)" stroke-width="1.5"/>`
}

/** Draws a short label in capitals. */
export function label(text: string, x: number, y: number): string {
  return letter(text.toUpperCase(), {
    face: 'bold',
    size: 20,
    tracking: 0.09,
    x,
    y,
    fill: 'var(--text-muted)'
  })
}

/** Path of fine lines from one point, like those of an old chart. */
export function rays(): string {
  const [x, y, length] = [918, 292, 1300]
  return Array.from({ length: 32 }, (_, i) => {
    const angle = (i * Math.PI) / 16
    return `M${x} ${y}L${(x + length * Math.cos(angle)).toFixed(0)} ${(y + length * Math.sin(angle)).toFixed(0)}`
  }).join('')
}

export function waves(): string {
  return `<g fill="none" stroke="var(--art-foam)" stroke-width="1.4" stroke-linecap="round" opacity="0.5">
<path d="${swell(shore + 10, 36, 3, 0)}" stroke-dasharray="60 22 110 34"/>
</g>
<path d="${swell(shore + 24, 64, 6, 20)}V${height + 4}H0z" fill="var(--art-sea-deep)" stroke="var(--art-foam)" stroke-width="1.4" stroke-opacity="0.6"/>`
}

/** Path of a row of waves `span` long, from edge to edge. */
function swell(y: number, span: number, crest: number, shift: number): string {
  return `M${shift - span} ${y}${`q${span / 2} ${-crest * 2} ${span} 0`.repeat(Math.ceil(width / span) + 2)}`
}

/** Replaces color tokens with their values in the light theme, because the rasterizer reads no style sheet. */
function withLightColors(svg: string): string {
  return svg.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => colorOf(name))
}

function colorOf(name: string): string {
  const value = declared.get(name)
  if (value === undefined) throw new RangeError(`tokens.css has no ${name}`)
  const light = /^light-dark\((.+), [^,]+\)$/.exec(value)?.[1] ?? value
  return withLightColors(light)
}
