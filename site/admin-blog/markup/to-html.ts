import { type Align, type Block, type ImageBlock, isEmptyBlock, type ListItem } from './blocks.ts'
import { escapeAttribute, escapeText } from './inline-html.ts'

/** Writes the HTML of a post, one block per line, without empty blocks. */
export function toHtml(blocks: Block[]): string {
  return blocks
    .filter((block) => !isEmptyBlock(block))
    .map(blockToHtml)
    .join('\n')
}

function blockToHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p${classOf(block.align)}>${block.text}</p>`
    case 'heading':
      return `<h${block.level}${classOf(block.align)}>${block.text}</h${block.level}>`
    case 'list':
      return listToHtml(block.style === 'ordered' ? 'ol' : 'ul', block.items)
    case 'quote': {
      const footer = block.source === '' ? '' : `<footer><cite>${block.source}</cite></footer>`
      return `<blockquote${classOf(block.align)}><p>${block.text}</p>${footer}</blockquote>`
    }
    case 'table':
      return tableToHtml(block.hasHeadings, block.rows)
    case 'code':
      return `<pre><code>${escapeText(block.code)}</code></pre>`
    case 'divider':
      return '<hr>'
    case 'image':
      return imageToHtml(block)
  }
}

function listToHtml(tag: 'ol' | 'ul', items: ListItem[]): string {
  const points = items.map(
    ({ text, items: inner }) => `<li>${text}${inner.length === 0 ? '' : listToHtml(tag, inner)}</li>`
  )
  return `<${tag}>${points.join('')}</${tag}>`
}

function tableToHtml(hasHeadings: boolean, rows: string[][]): string {
  const heading = hasHeadings ? rows.slice(0, 1) : []
  const others = rows.slice(heading.length)
  const head = heading.length === 0 ? '' : `<thead>${rowsToHtml('th', heading)}</thead>`
  const body = others.length === 0 ? '' : `<tbody>${rowsToHtml('td', others)}</tbody>`
  return `<table>${head}${body}</table>`
}

function rowsToHtml(tag: 'th' | 'td', rows: string[][]): string {
  return rows.map((cells) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`).join('')
}

function imageToHtml({ src, alt, caption, width, height, align }: ImageBlock): string {
  const size = width === null || height === null ? '' : ` width="${width}" height="${height}"`
  const image = `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}"${size}>`
  const below = caption === '' ? '' : `<figcaption>${caption}</figcaption>`
  return `<figure${classOf(align)}>${image}${below}</figure>`
}

function classOf(align: Align): string {
  return align === null ? '' : ` class="${align}"`
}
