import type { Ink } from '../../../../admin-api/contract/blog-markup.ts'
import type { Block } from '../../markup/blocks.ts'
import type { TextKind } from '../block-commands.ts'
import type { CaretState } from '../caret.ts'
import type { ToolChoice } from './ToolMenu.tsx'

type KindName =
  | 'paragraph'
  | 'heading-2'
  | 'heading-3'
  | 'heading-4'
  | 'bullets'
  | 'numbers'
  | 'quote'
  | 'code'

export const kindChoices: ToolChoice<KindName>[] = [
  { value: 'paragraph', text: 'Paragraph' },
  { value: 'heading-2', text: 'Heading 2' },
  { value: 'heading-3', text: 'Heading 3' },
  { value: 'heading-4', text: 'Heading 4' },
  { value: 'bullets', text: 'Bulleted list' },
  { value: 'numbers', text: 'Numbered list' },
  { value: 'quote', text: 'Quote' },
  { value: 'code', text: 'Code block' }
]

export const textKinds: Record<KindName, TextKind> = {
  paragraph: { kind: 'paragraph' },
  'heading-2': { kind: 'heading', level: 2 },
  'heading-3': { kind: 'heading', level: 3 },
  'heading-4': { kind: 'heading', level: 4 },
  bullets: { kind: 'list', style: 'unordered' },
  numbers: { kind: 'list', style: 'ordered' },
  quote: { kind: 'quote' },
  code: { kind: 'code' }
}

/** null for a table, a divider or a picture. */
export function kindNameOf({ type, level, listStyle }: CaretState): KindName | null {
  switch (type) {
    case 'paragraph':
    case 'quote':
    case 'code':
      return type
    case 'heading':
      return `heading-${level ?? 2}`
    case 'list':
      return listStyle === 'ordered' ? 'numbers' : 'bullets'
    default:
      return null
  }
}

export const noInk = 'none'
export const inkChoices: ToolChoice<Ink | typeof noInk>[] = [
  { value: noInk, text: 'Text color', sample: 'ink-none' },
  { value: 'ink-red', text: 'Red', sample: 'ink-red' },
  { value: 'ink-gold', text: 'Gold', sample: 'ink-gold' },
  { value: 'ink-sea', text: 'Sea', sample: 'ink-sea' },
  { value: 'ink-green', text: 'Green', sample: 'ink-green' }
]

export const emptyTable: Block = {
  type: 'table',
  data: { withHeadings: true, content: Array.from({ length: 3 }, () => ['', '', '']) }
}
export const emptyImage: Block = {
  type: 'image',
  data: { src: '', alt: '', caption: '', width: null, height: null }
}
