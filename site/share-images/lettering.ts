import { escapeXml } from '../lib/escape-xml.ts'
import { type Face, openFace } from './faces.ts'

/** Sizes are pixels; `tracking` is what is added after each letter, as a share of the size. */
export type Style = { face: Face; size: number; tracking?: number }
type Place = { x: number; y: number; fill: string; anchor?: 'start' | 'middle' | 'end' }

/**
 * The text as one outline, so that it looks the same on every machine. `y` is the baseline. What it says stands in
 * its label, for who reads the drawing; nothing draws it.
 */
export function letter(text: string, { face, size, tracking = 0 }: Style, place: Place): string {
  const font = openFace(face)
  const scale = size / font.unitsPerEm
  const width = widthOf(text, { face, size, tracking })
  let x = place.x - (place.anchor === 'end' ? width : place.anchor === 'middle' ? width / 2 : 0)
  const outlines = font.glyphsForString(text).map((glyph) => {
    const outline = glyph.path.scale(scale, -scale).translate(x, place.y).toSVG()
    x += glyph.advanceWidth * scale + tracking * size
    return outline
  })
  return `<path aria-label="${escapeXml(text)}" fill="${place.fill}" d="${outlines.join('')}"/>`
}

export function widthOf(text: string, { face, size, tracking = 0 }: Style): number {
  const font = openFace(face)
  const advances = font.glyphsForString(text).map(({ advanceWidth }) => advanceWidth / font.unitsPerEm)
  return size * advances.reduce((sum, advance) => sum + advance + tracking, -tracking)
}

/** The style in the size in which the text is no wider than `width`, the given one at most. */
export function shrinkTo(text: string, style: Style, width: number): Style {
  const needed = widthOf(text, style)
  return needed <= width ? style : { ...style, size: (style.size * width) / needed }
}

/** Words in lines no wider than `width`; a longer word gets a line of its own. */
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
