import {
  type Align,
  alignOf,
  type Block,
  type HeadingLevel,
  type ListItem,
  type ListStyle
} from '../markup/blocks.ts'
import { escapeText } from '../markup/inline-html.ts'

/** What a block of text can be turned into. */
export type TextKind =
  | { kind: 'paragraph' }
  | { kind: 'heading'; level: HeadingLevel }
  | { kind: 'list'; style: ListStyle }
  | { kind: 'quote' }
  | { kind: 'code' }

function isConvertible(block: Block): boolean {
  return block.kind !== 'table' && block.kind !== 'divider' && block.kind !== 'image'
}

/** The same text as another kind; a list becomes as many blocks as it has points. Code keeps no formatting. */
export function convertBlock(block: Block, into: TextKind, textOf: (inlineHtml: string) => string): Block[] {
  if (!isConvertible(block)) return [block]
  if (block.kind === 'list' && into.kind === 'list') return [{ ...block, style: into.style }]
  const lines = linesOf(block)
  switch (into.kind) {
    case 'list':
      return [{ kind: 'list', style: into.style, items: lines.map((text) => ({ text, items: [] })) }]
    case 'quote':
      return [{ kind: 'quote', text: lines.join('<br>'), source: '', align: alignOf(block) }]
    case 'code':
      return [{ kind: 'code', code: block.kind === 'code' ? block.code : lines.map(textOf).join('\n') }]
    default:
      return lines.map((text) => textBlock(into, text, alignOf(block)))
  }
}

function textBlock(
  into: Extract<TextKind, { kind: 'paragraph' | 'heading' }>,
  text: string,
  align: Align
): Block {
  return into.kind === 'paragraph'
    ? { kind: 'paragraph', text, align }
    : { kind: 'heading', level: into.level, text, align }
}

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return [block.text]
    case 'quote':
      return block.source === '' ? [block.text] : [block.text, block.source]
    case 'list':
      return block.items.flatMap(textsOf)
    case 'code':
      return block.code.split('\n').map(escapeText)
    default:
      return []
  }
}

function textsOf({ text, items }: ListItem): string[] {
  return [text, ...items.flatMap(textsOf)]
}
