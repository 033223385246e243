import { DomUtils, ElementType, parseDocument } from 'htmlparser2'
import { type Post, pathOfPost } from '../contract/blog.ts'
import { pictureOfPost } from '../contract/pictures.ts'

type ChildNode = ReturnType<typeof parseDocument>['children'][number]

/** Attributes that mean something in an e-mail; classes and lazy loading don't. */
const keptAttributes = new Set(['href', 'src', 'alt', 'width', 'height'])

export type EmailCopy = { subject: string; html: string; text: string }

/**
 * A post as the body of an e-mail, formatted and as plain text: links and pictures with the site's address.
 * @param post with the sanitized content that visitors read, so without scripts
 */
export function toEmailCopy(post: Post, siteUrl: string): EmailCopy {
  const path = pathOfPost(post.slug)
  const document = parseDocument(post.content)
  for (const element of DomUtils.getElementsByTagName(() => true, document)) {
    const kept = Object.entries(element.attribs).filter(([name]) => keptAttributes.has(name))
    element.attribs = Object.fromEntries(kept.map(([name, value]) => [name, absolute(value, siteUrl, path)]))
  }
  const picture = absolute(pictureOfPost(post), siteUrl, path)
  const url = siteUrl + path
  const head = parseDocument('<h1></h1><p></p><p><img></p>')
  const [title, excerpt] = head.children
  const [image] = DomUtils.getElementsByTagName('img', head)
  if (title?.type === ElementType.Tag) setText(title, post.title)
  if (excerpt?.type === ElementType.Tag) setText(excerpt, post.excerpt)
  if (image !== undefined) image.attribs = { src: picture, alt: post.feature_image_alt, width: '600' }
  const end = `<p><a href="${url}">Read it on the site</a></p>`
  return {
    subject: post.title,
    html: `${DomUtils.getOuterHTML(head)}\n${DomUtils.getOuterHTML(document)}\n${end}`,
    text: [post.title, post.excerpt, toText(document.children), `Read it on the site: ${url}`]
      .map((part) => part.trim())
      .join('\n\n')
  }
}

type ElementNode = ReturnType<typeof DomUtils.getElementsByTagName>[number]

function setText(element: ElementNode, text: string): void {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  element.children = parseDocument(escaped).children
}

function absolute(value: string, siteUrl: string, path: string): string {
  if (value.startsWith('#')) return `${siteUrl}${path}${value}`
  return value.startsWith('/') ? siteUrl + value : value
}

/** Blocks with an empty line between them; links with their address. */
function toText(nodes: readonly ChildNode[]): string {
  return nodes
    .map((node) => blockText(node, ''))
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function blockText(node: ChildNode, indent: string): string {
  if (node.type !== ElementType.Tag) return inlineText(node).trim()
  const inner = () => node.children.map((child) => blockText(child, indent)).join('')
  switch (node.name) {
    case 'ul':
    case 'ol': {
      const items = node.children.flatMap((child) => (child.type === ElementType.Tag ? child : []))
      const mark = (i: number) => (node.name === 'ol' ? `${i + 1}.` : '-')
      return `\n\n${items.map((item, i) => `${indent}${mark(i)} ${itemText(item, indent)}`).join('\n')}\n\n`
    }
    case 'table':
    case 'thead':
    case 'tbody':
    case 'figure':
    case 'blockquote':
      return `\n\n${inner()}\n\n`
    case 'tr':
      return `${node.children.flatMap((cell) => (cell.type === ElementType.Tag ? inlineText(cell).trim() : [])).join(' | ')}\n`
    case 'hr':
      return '\n\n---\n\n'
    case 'img':
      return `${inlineText(node)}\n`
    default:
      return `\n\n${inlineText(node).trim()}\n\n`
  }
}

/** An item, and the lists in it below. */
function itemText(item: ElementNode, indent: string): string {
  const isList = (node: ChildNode) => node.type === ElementType.Tag && /^[uo]l$/.test(node.name)
  const own = item.children.filter((child) => !isList(child))
  const inner = item.children.filter(isList).map((list) => `\n${blockText(list, `${indent}  `).trim()}`)
  return (
    own.map(inlineText).join('').trim() + inner.map((text) => text.replace('\n', `\n${indent}  `)).join('')
  )
}

function inlineText(node: ChildNode): string {
  if (node.type === ElementType.Text) return node.data.replaceAll(/\s+/g, ' ')
  if (node.type !== ElementType.Tag) return ''
  if (node.name === 'br') return '\n'
  if (node.name === 'img') return `[${node.attribs['alt'] ?? ''}] ${node.attribs['src'] ?? ''}`
  const text = node.children.map(inlineText).join('')
  const { href } = node.attribs
  return node.name === 'a' && href !== undefined && href !== text ? `${text} (${href})` : text
}
