import { alignOf, type Block, isEmptyBlock, type ListItem, normalized, type Picture } from './blocks.ts'
import { escapeAttribute, escapeText } from './inline-html.ts'

/** Writes the HTML of a post, one block per line, without empty blocks. */
export function toHtml(blocks: Block[]): string {
  return blocks
    .filter((block) => !isEmptyBlock(block))
    .map(blockToHtml)
    .join('\n')
}

function blockToHtml(block: Block): string {
  const align = alignOf(block)
  const alignment = align === null ? '' : ` class="${align}"`
  const { type, data } = block
  switch (type) {
    case 'paragraph':
      return `<p${alignment}>${normalized(data.text)}</p>`
    case 'heading':
      return `<h${data.level}${alignment}>${normalized(data.text)}</h${data.level}>`
    case 'list':
      return listToHtml(data.style === 'ordered' ? 'ol' : 'ul', data.items)
    case 'quote': {
      const source = normalized(data.caption)
      const footer = source === '' ? '' : `<footer><cite>${source}</cite></footer>`
      return `<blockquote${alignment}><p>${normalized(data.text)}</p>${footer}</blockquote>`
    }
    case 'table':
      return tableToHtml(data.withHeadings, data.content)
    case 'code':
      return `<pre><code>${escapeText(data.code)}</code></pre>`
    case 'divider':
      return '<hr>'
    case 'image':
      return `<figure${alignment}>${pictureToHtml(data)}</figure>`
  }
}

function listToHtml(tag: 'ol' | 'ul', items: ListItem[]): string {
  const points = items.map(
    ({ content, items: inner }) =>
      `<li>${normalized(content)}${inner.length === 0 ? '' : listToHtml(tag, inner)}</li>`
  )
  return `<${tag}>${points.join('')}</${tag}>`
}

function tableToHtml(withHeadings: boolean, rows: string[][]): string {
  const heading = withHeadings ? rows.slice(0, 1) : []
  const others = rows.slice(heading.length)
  const head = heading.length === 0 ? '' : `<thead>${rowsToHtml('th', heading)}</thead>`
  const body = others.length === 0 ? '' : `<tbody>${rowsToHtml('td', others)}</tbody>`
  return `<table>${head}${body}</table>`
}

function rowsToHtml(tag: 'th' | 'td', rows: string[][]): string {
  return rows
    .map((cells) => `<tr>${cells.map((cell) => `<${tag}>${normalized(cell)}</${tag}>`).join('')}</tr>`)
    .join('')
}

function pictureToHtml({ src, alt, caption, width, height }: Picture): string {
  const size = width === null || height === null ? '' : ` width="${width}" height="${height}"`
  const text = normalized(caption)
  const below = text === '' ? '' : `<figcaption>${text}</figcaption>`
  return `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}"${size}>${below}`
}
