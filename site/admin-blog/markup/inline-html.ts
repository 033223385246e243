import { type Ink, inks, isLinkAddress } from '../../../admin-api/contract/blog-markup.ts'

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
const formatOrder = Object.keys(plainFormat) as (keyof TextFormat)[]

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

/** Reads formatted text; elements without a meaning in posts contribute only their content. */
export function readInline(nodes: Iterable<Node>): Letter[] {
  return [...nodes].flatMap((node) => readNode(node, plainFormat))
}

export function parseInline(html: string): Letter[] {
  const template = document.createElement('template')
  template.innerHTML = html
  return readInline(template.content.childNodes)
}

/** Writes nested elements in a fixed order, so that equal formatting has equal HTML. */
export function writeInline(letters: Letter[]): string {
  return writeFrom(0, letters)
}

/** Normalizes HTML made by a browser or another editor. */
export function tidyInline(nodes: Iterable<Node>): string {
  return writeInline(readInline(nodes))
}

/** Normalizes text between block elements, where line breaks and indentation are only source formatting. */
export function tidyLooseText(nodes: Iterable<Node>): string {
  return tidyInline(nodes).replaceAll(/ {2,}/g, ' ').replaceAll(/^ | $/g, '')
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

function readNode(node: Node, format: TextFormat): Letter[] {
  if (node instanceof Text) return lettersOf(node.data.replaceAll(/[\t\n\r\f]+/g, ' '), format)
  if (node instanceof HTMLBRElement) return lettersOf('\n', format)
  if (!(node instanceof Element) || node.matches('script, style, template, head, title')) return []
  const inner = { ...format, ...formatOf(node) }
  return [...node.childNodes].flatMap((child) => readNode(child, inner))
}

function formatOf(element: Element): Partial<TextFormat> {
  switch (element.localName) {
    case 'b':
    case 'strong':
      return { bold: true, ...styledFormat(element) }
    case 'i':
    case 'em':
      return { italic: true }
    case 'u':
      return { underline: true }
    case 'code':
      return { code: true }
    case 'a': {
      const href = element.getAttribute('href') ?? ''
      return isLinkAddress(href) ? { href } : {}
    }
    case 'span': {
      const ink = inks.find((name) => element.classList.contains(name))
      return ink === undefined ? styledFormat(element) : { ink }
    }
    default:
      return {}
  }
}

/** Word processors copy bold and italic as styles, and Google Docs wraps everything in a <b> that is not bold. */
function styledFormat(element: Element): Partial<TextFormat> {
  const style = element.getAttribute('style') ?? ''
  return {
    ...(/font-weight:\s*(?:normal|400)/.test(style) && { bold: false }),
    ...(/font-weight:\s*(?:bold|[6-9]00)/.test(style) && { bold: true }),
    ...(/font-style:\s*italic/.test(style) && { italic: true }),
    ...(/text-decoration[^;]*underline/.test(style) && { underline: true })
  }
}

function writeFrom(depth: number, letters: Letter[]): string {
  const name = formatOrder[depth]
  if (name === undefined) return escapeText(letters.map(({ text }) => text).join('')).replaceAll('\n', '<br>')
  let html = ''
  for (let start = 0; start < letters.length; ) {
    const value = letters[start]?.format[name]
    let end = start + 1
    while (end < letters.length && letters[end]?.format[name] === value) end += 1
    html += wrap(name, value, writeFrom(depth + 1, letters.slice(start, end)))
    start = end
  }
  return html
}

const tagOf = { bold: 'b', italic: 'i', underline: 'u', code: 'code' } as const

function wrap(name: keyof TextFormat, value: string | boolean | null | undefined, inner: string): string {
  if (value === null || value === undefined || value === false) return inner
  if (name === 'href') return `<a href="${escapeAttribute(String(value))}">${inner}</a>`
  if (name === 'ink') return `<span class="${value}">${inner}</span>`
  return `<${tagOf[name]}>${inner}</${tagOf[name]}>`
}
