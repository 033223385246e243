import type { Alignment } from '../../../admin-api/contract/blog-markup.ts'
import { parseInline, writeInline } from './inline-html.ts'

/** null means left-aligned. */
export type Align = Alignment | null

/** A list item with the items below it. */
export type ListItem = { content: string; meta: object; items: ListItem[] }

type ListStyle = 'ordered' | 'unordered'
export type HeadingLevel = 2 | 3 | 4

export type Picture = {
  src: string
  alt: string
  caption: string
  /** Pixels; null if unknown. */
  width: number | null
  height: number | null
}

/** One block of a post, as Editor.js saves it. Texts, captions, list items and table cells are inline HTML. */
export type Block = { tunes?: { align: { align: Align } } } & (
  | { type: 'paragraph'; data: { text: string } }
  | { type: 'heading'; data: { text: string; level: HeadingLevel } }
  | { type: 'list'; data: { style: ListStyle; meta: object; items: ListItem[] } }
  | { type: 'quote'; data: { text: string; caption: string } }
  | { type: 'table'; data: { withHeadings: boolean; content: string[][] } }
  | { type: 'code'; data: { code: string } }
  | { type: 'divider'; data: object }
  | { type: 'image'; data: Picture }
)

export type BlockType = Block['type']
const types = [
  'paragraph',
  'heading',
  'list',
  'quote',
  'table',
  'code',
  'divider',
  'image'
] as const satisfies BlockType[]

export function isBlockType(name: string): name is BlockType {
  return types.some((type) => type === name)
}

export function alignOf({ tunes }: Block): Align {
  return tunes?.align.align ?? null
}

/** The alignment of a block as part of it. */
export function aligned(align: Align): Pick<Block, 'tunes'> {
  return align === null ? {} : { tunes: { align: { align } } }
}

/** Whether a block has no content yet; such blocks are not saved. */
export function isEmptyBlock({ type, data }: Block): boolean {
  switch (type) {
    case 'paragraph':
    case 'heading':
      return isBlank(data.text)
    case 'quote':
      return isBlank(data.text) && isBlank(data.caption)
    case 'list':
      return data.items.every(isEmptyItem)
    case 'table':
      return data.content.every((cells) => cells.every(isBlank))
    case 'code':
      return data.code === ''
    case 'image':
      return data.src === ''
    case 'divider':
      return false
  }
}

function isEmptyItem({ content, items }: ListItem): boolean {
  return isBlank(content) && items.every(isEmptyItem)
}

function isBlank(inlineHtml: string): boolean {
  return /^ *$/.test(normalized(inlineHtml))
}

/** Inline HTML as in a post, without what browsers and other editors leave behind. */
export function normalized(inlineHtml: string): string {
  return writeInline(parseInline(inlineHtml))
}
