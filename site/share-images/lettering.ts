import displayFace from '@fontsource/almendra/files/almendra-latin-700-normal.woff2?inline'
import textFace from '@fontsource/source-sans-3/files/source-sans-3-latin-500-normal.woff2?inline'
import boldFace from '@fontsource/source-sans-3/files/source-sans-3-latin-700-normal.woff2?inline'
import { create, type Font } from 'fontkitten'
import { escapeXml } from '../lib/escape-xml.ts'

/*
 * The site's font faces, bundled because a machine may have no fonts at all. One file per weight: fontkitten cannot
 * extract a weight from a packed variable font.
 */
const files = { display: displayFace, bold: boldFace, text: textFace } as const
type Face = keyof typeof files

/** Sizes are pixels; `tracking` is the space after each letter, as a fraction of the size. */
export type Style = { face: Face; size: number; tracking?: number }

/** `y` is the baseline. */
type Lettering = Style & {
  x: number
  y: number
  anchor?: 'start' | 'middle' | 'end'
  fill?: string
  /** Wider text is drawn smaller. */
  maxWidth?: number
}

/** Draws text as one outline, so that it looks the same on every machine, with the text as its label. */
export function letter(text: string, lettering: Lettering): string {
  const { y, anchor = 'start', fill = 'var(--text)', maxWidth = Number.POSITIVE_INFINITY } = lettering
  const style = shrinkTo(text, lettering, maxWidth)
  const { face, size, tracking = 0 } = style
  const font = openFace(face)
  const scale = size / font.unitsPerEm
  let x = lettering.x - { start: 0, middle: 0.5, end: 1 }[anchor] * widthOf(text, style)
  const outlines = font.glyphsForString(text).map((glyph) => {
    const outline = glyph.path.scale(scale, -scale).translate(x, y).toSVG()
    x += glyph.advanceWidth * scale + tracking * size
    return outline
  })
  return `<path aria-label="${escapeXml(text)}" fill="${fill}" d="${outlines.join('')}"/>`
}

export function widthOf(text: string, { face, size, tracking = 0 }: Style): number {
  const font = openFace(face)
  const advances = font.glyphsForString(text).map(({ advanceWidth }) => advanceWidth / font.unitsPerEm)
  return size * advances.reduce((sum, advance) => sum + advance + tracking, -tracking)
}

/** The style, smaller if needed for the text to be no wider than `width`. */
export function shrinkTo(text: string, style: Style, width: number): Style {
  const needed = widthOf(text, style)
  return needed <= width ? style : { ...style, size: (style.size * width) / needed }
}

/** Breaks text into lines no wider than `width`; a longer word gets its own line. */
export function breakLines(text: string, style: Style, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    const longer = line === undefined ? word : `${line} ${word}`
    if (line !== undefined && widthOf(longer, style) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const opened = new Map<Face, Font>()

/** Opens a face at its first use. */
function openFace(face: Face): Font {
  const known = opened.get(face)
  if (known !== undefined) return known
  const font = create(Buffer.from(files[face].replace(/^.*?,/, ''), 'base64'))
  if (font.isCollection) throw new TypeError(`the face ${face} is a collection of fonts`)
  opened.set(face, font)
  return font
}
