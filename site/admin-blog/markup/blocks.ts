import type { Alignment } from '../../../admin-api/contract/blog-markup.ts'

/** null means left-aligned. */
export type Align = Alignment | null

/** A list item with the items below it; `text` is inline HTML as written by inline-html.ts. */
export type ListItem = { text: string; items: ListItem[] }

export type ListStyle = 'ordered' | 'unordered'
export type HeadingLevel = 2 | 3 | 4

export type ImageBlock = {
  kind: 'image'
  src: string
  alt: string
  caption: string
  /** Pixels; null if unknown. */
  width: number | null
  height: number | null
  align: Align
}

/** One block of a post. `text` and table cells are inline HTML. */
export type Block =
  | { kind: 'paragraph'; text: string; align: Align }
  | { kind: 'heading'; level: HeadingLevel; text: string; align: Align }
  | { kind: 'list'; style: ListStyle; items: ListItem[] }
  | { kind: 'quote'; text: string; source: string; align: Align }
  | { kind: 'table'; hasHeadings: boolean; rows: string[][] }
  | { kind: 'code'; code: string }
  | { kind: 'divider' }
  | ImageBlock

export type BlockKind = Block['kind']
const kinds = [
  'paragraph',
  'heading',
  'list',
  'quote',
  'table',
  'code',
  'divider',
  'image'
] as const satisfies BlockKind[]

export function isBlockKind(name: string): name is BlockKind {
  return kinds.some((kind) => kind === name)
}

export function alignOf(block: Block): Align {
  return 'align' in block ? block.align : null
}

export function isAlignable(kind: BlockKind): boolean {
  return kind === 'paragraph' || kind === 'heading' || kind === 'quote' || kind === 'image'
}

/** Whether a block has no content yet; such blocks are not saved. */
export function isEmptyBlock(block: Block): boolean {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return isBlank(block.text)
    case 'quote':
      return isBlank(block.text) && isBlank(block.source)
    case 'list':
      return block.items.every(isEmptyItem)
    case 'table':
      return block.rows.every((cells) => cells.every(isBlank))
    case 'code':
      return block.code === ''
    case 'image':
      return block.src === ''
    case 'divider':
      return false
  }
}

function isEmptyItem({ text, items }: ListItem): boolean {
  return isBlank(text) && items.every(isEmptyItem)
}

function isBlank(inlineHtml: string): boolean {
  return /^ *$/.test(inlineHtml)
}
