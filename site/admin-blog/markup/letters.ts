import type { Ink } from '../../../admin-api/contract/blog-markup.ts'

export type TextFormat = {
  href: string | null
  ink: Ink | null
  bold: boolean
  italic: boolean
  underline: boolean
  code: boolean
}

/** One UTF-16 unit of formatted text, so that its index is an offset in a text node; '\n' is a line break. */
export type Letter = { text: string; format: TextFormat }

export const plainFormat: TextFormat = {
  href: null,
  ink: null,
  bold: false,
  italic: false,
  underline: false,
  code: false
}

/** Order in which formats are nested, from the outermost element to the innermost. */
export const formatOrder = Object.keys(plainFormat) as (keyof TextFormat)[]

export function lettersOf(text: string, format: TextFormat): Letter[] {
  return text.split('').map((unit) => ({ text: unit, format }))
}

/** Changes the format between two positions. */
export function formatLetters(
  letters: Letter[],
  start: number,
  end: number,
  format: Partial<TextFormat>
): Letter[] {
  const changed = letters
    .slice(start, end)
    .map((letter) => ({ ...letter, format: { ...letter.format, ...format } }))
  return [...letters.slice(0, start), ...changed, ...letters.slice(end)]
}

/** The format shared by all letters between two positions, or at a caret the format of the letter before it. */
export function formatWithin(letters: Letter[], start: number, end: number): TextFormat {
  const touched = letters.slice(start === end ? Math.max(0, start - 1) : start, end)
  const formats = touched.map(({ format }) => format)
  return formats.reduce(commonFormat, formats[0] ?? plainFormat)
}

function commonFormat(one: TextFormat, other: TextFormat): TextFormat {
  const differing = formatOrder.filter((name) => one[name] !== other[name])
  return { ...one, ...Object.fromEntries(differing.map((name) => [name, plainFormat[name]])) }
}
