import { type Ink, inks, isLinkAddress } from '../../../../admin-api/contract/blog-markup.ts'
import { type Marks, markOrder, mergeRuns, plain, type Run } from './runs.ts'

/** Under this name a style attribute of pasted HTML is kept until it has been read. */
export const pastedStyle = 'data-pasted-style'

/** Reads text with its marks; elements that mean nothing to a post are seen through. */
export function readInline(nodes: Iterable<Node>): Run[] {
  const runs: Run[] = []
  for (const node of nodes) readNode(node, plain, runs)
  return mergeRuns(runs)
}

/** Nests marks in one fixed order, so that one look has one spelling. */
export function writeInline(runs: Run[]): string {
  return writeFrom(0, mergeRuns(runs))
}

/** One spelling for whatever a browser or another editor made of the same look. */
export function tidyInline(nodes: Iterable<Node>): string {
  return writeInline(readInline(nodes))
}

/** Text between elements, where line breaks and indents of the source mean nothing. */
export function tidyLooseText(nodes: Iterable<Node>): string {
  return tidyInline(nodes).replaceAll(/ {2,}/g, ' ').replaceAll(/^ | $/g, '')
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

function readNode(node: Node, marks: Marks, runs: Run[]): void {
  if (node instanceof Text) runs.push({ text: node.data.replaceAll(/[\t\n\r\f]+/g, ' '), marks })
  else if (node instanceof HTMLBRElement) runs.push({ text: '\n', marks })
  else if (node instanceof Element && !isUnseen(node)) {
    const inner = { ...marks, ...marksOf(node) }
    for (const child of node.childNodes) readNode(child, inner, runs)
  }
}

function isUnseen(element: Element): boolean {
  return element.matches('script, style, template, head, title')
}

function marksOf(element: Element): Partial<Marks> {
  switch (element.localName) {
    case 'b':
    case 'strong':
      return { bold: true, ...styledMarks(element) }
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
      const ink = inkOf(element)
      return ink === undefined ? styledMarks(element) : { ink }
    }
    default:
      return {}
  }
}

/** Some programs tell bold and italic by style alone, and one puts all it copies into a b that is not bold. */
function styledMarks(element: Element): Partial<Marks> {
  const style = element.getAttribute(pastedStyle) ?? ''
  return {
    ...(/font-weight:\s*(?:normal|400)/.test(style) && { bold: false }),
    ...(/font-weight:\s*(?:bold|[6-9]00)/.test(style) && { bold: true }),
    ...(/font-style:\s*italic/.test(style) && { italic: true }),
    ...(/text-decoration[^;]*underline/.test(style) && { underline: true })
  }
}

function inkOf(element: Element): Ink | undefined {
  return inks.find((ink) => element.classList.contains(ink))
}

function writeFrom(depth: number, runs: Run[]): string {
  const name = markOrder[depth]
  if (name === undefined) return runs.map(({ text }) => writeText(text)).join('')
  let html = ''
  for (let start = 0; start < runs.length; ) {
    const value = runs[start]?.marks[name]
    let end = start + 1
    while (end < runs.length && runs[end]?.marks[name] === value) end += 1
    html += wrap(name, value, writeFrom(depth + 1, runs.slice(start, end)))
    start = end
  }
  return html
}

const tagOf = { bold: 'b', italic: 'i', underline: 'u', code: 'code' } as const

function wrap(name: keyof Marks, value: string | boolean | null | undefined, inner: string): string {
  if (value === null || value === undefined || value === false) return inner
  if (name === 'href') return `<a href="${escapeAttribute(String(value))}">${inner}</a>`
  if (name === 'ink') return `<span class="${value}">${inner}</span>`
  return `<${tagOf[name]}>${inner}</${tagOf[name]}>`
}

function writeText(text: string): string {
  return escapeText(text).replaceAll('\n', '<br>')
}
