import {
  alignments,
  blockTags,
  isImageAddress,
  longestSidePixels
} from '../../../admin-api/contract/blog-markup.ts'
import { type Align, aligned, type Block, type HeadingLevel, isEmptyBlock, type ListItem } from './blocks.ts'
import { tidyInline, tidyLooseText } from './inline-html.ts'

/** Block elements: those of a post, and those that other editors wrap around them. */
const blockNames = [
  ...blockTags,
  'h1',
  'h5',
  'h6',
  'div',
  'section',
  'article',
  'main',
  'header',
  'body',
  'address'
]
const blockSelector = blockNames.join(', ')

/** Reads the HTML of a post or of pasted content. Content that a post can't contain becomes paragraphs. */
export function fromHtml(html: string): Block[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return readFlow(body.childNodes, null)
}

function readFlow(nodes: Iterable<Node>, align: Align): Block[] {
  const blocks: Block[] = []
  let line: Node[] = []
  const endLine = () => {
    blocks.push({ type: 'paragraph', data: { text: tidyLooseText(line) }, ...aligned(align) })
    line = []
  }
  for (const node of nodes) {
    if (node instanceof Element && (node.matches(blockSelector) || node.querySelector(blockSelector))) {
      endLine()
      blocks.push(...readElement(node))
    } else line.push(node)
  }
  endLine()
  return blocks.filter((block) => !isEmptyBlock(block))
}

function readElement(element: Element): Block[] {
  const align = alignmentOf(element)
  const { localName: name } = element
  const isText = element.querySelector(blockSelector) === null
  if (isText && name === 'p')
    return [{ type: 'paragraph', data: { text: tidyInline(element.childNodes) }, ...aligned(align) }]
  if (isText && /^h[1-6]$/.test(name)) {
    const level = Math.min(4, Math.max(2, Number(name.slice(1)))) as HeadingLevel
    const data = { text: tidyInline(element.childNodes), level }
    return [{ type: 'heading', data, ...aligned(align) }]
  }
  switch (name) {
    case 'ul':
    case 'ol': {
      const style = name === 'ol' ? 'ordered' : 'unordered'
      return [{ type: 'list', data: { style, meta: {}, items: itemsOf(element) } }]
    }
    case 'blockquote':
      return [readQuote(element, align)]
    case 'table':
      return [readTable(element)]
    case 'pre':
      return [{ type: 'code', data: { code: (element.textContent ?? '').replaceAll(/\r\n?/g, '\n') } }]
    case 'hr':
      return [{ type: 'divider', data: {} }]
    case 'figure':
      return readFigure(element, align)
    case 'img':
      return readImage(element, '', null)
    default:
  }
  return readFlow(element.childNodes, align)
}

function readQuote(quote: Element, align: Align): Block {
  const source = quote.querySelector('footer, cite')
  const lines = [...quote.childNodes].filter((node) => node !== source && !node.contains(source))
  const paragraphs = lines.filter((node) => node instanceof Element && node.matches('p, div'))
  const texts =
    paragraphs.length === 0 ? [tidyInline(lines)] : paragraphs.map((p) => tidyInline(p.childNodes))
  return {
    type: 'quote',
    data: { text: texts.join('<br>'), caption: tidyInline(source?.childNodes ?? []) },
    ...aligned(align)
  }
}

function readTable(table: Element): Block {
  const lines = [...table.querySelectorAll('tr')]
  const rows = lines.map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => tidyInline(cell.childNodes))
  )
  const widest = Math.max(1, ...rows.map((cells) => cells.length))
  const first = lines[0]
  const withHeadings =
    first !== undefined && (first.closest('thead') !== null || first.querySelector('td') === null)
  const content = rows.map((cells) => [...cells, ...Array<string>(widest - cells.length).fill('')])
  return { type: 'table', data: { withHeadings, content } }
}

function itemsOf(list: Element): ListItem[] {
  return [...list.children].flatMap((point): ListItem[] => {
    // Some editors place an inner list next to its item instead of inside it.
    if (point.matches('ul, ol')) return itemsOf(point)
    const inner = [...point.querySelectorAll('ul, ol')].filter(
      (candidate) => candidate.parentElement?.closest('ul, ol') === list
    )
    const text = [...point.childNodes].filter((node) => !inner.some((within) => node.contains(within)))
    return [{ content: tidyInline(text), meta: {}, items: inner.flatMap(itemsOf) }]
  })
}

function readFigure(figure: Element, align: Align): Block[] {
  const image = figure.querySelector('img')
  if (image === null) return readFlow(figure.childNodes, align)
  const caption = figure.querySelector('figcaption')
  return readImage(image, tidyInline(caption?.childNodes ?? []), align)
}

/** Skips pictures on other hosts, which the content security policy blocks. */
function readImage(image: Element, caption: string, align: Align): Block[] {
  const src = image.getAttribute('src') ?? ''
  if (!isImageAddress(src)) return []
  const width = pixelsOf(image.getAttribute('width'))
  const height = pixelsOf(image.getAttribute('height'))
  const alt = image.getAttribute('alt') ?? ''
  return [{ type: 'image', data: { src, alt, caption, width, height }, ...aligned(align) }]
}

function pixelsOf(attribute: string | null): number | null {
  const pixels = Number(attribute ?? Number.NaN)
  return Number.isInteger(pixels) && pixels > 0 && pixels <= longestSidePixels ? pixels : null
}

export function alignmentOf(element: Element): Align {
  return alignments.find((alignment) => element.classList.contains(alignment)) ?? null
}
