import * as z from 'zod/mini'
import { type Block, isAlignable, type ListItem } from '../markup/blocks.ts'
import { parseInline, writeInline } from '../markup/inline-html.ts'
import type { SavedBlock } from './editorjs-types.ts'
import { AlignData } from './tools/align-tune.ts'

/** Text of a block, normalized as in a post. */
const Inline = z.pipe(
  z.string(),
  z.transform((html: string) => writeInline(parseInline(html)))
)
const Item: z.ZodMiniType<ListItem> = z.pipe(
  z.object({
    content: Inline,
    get items() {
      return z._default(z.array(Item), [])
    }
  }),
  z.transform(({ content, items }): ListItem => ({ text: content, items }))
)
const Pixels = z.nullable(z.number())

const EditorBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), data: z.object({ text: Inline }) }),
  z.object({
    type: z.literal('heading'),
    data: z.object({ text: Inline, level: z.union([z.literal(2), z.literal(3), z.literal(4)]) })
  }),
  z.object({
    type: z.literal('list'),
    data: z.object({ style: z.catch(z.enum(['ordered', 'unordered']), 'unordered'), items: z.array(Item) })
  }),
  z.object({ type: z.literal('quote'), data: z.object({ text: Inline, caption: Inline }) }),
  z.object({
    type: z.literal('table'),
    data: z.object({ withHeadings: z.boolean(), content: z.array(z.array(Inline)) })
  }),
  z.object({ type: z.literal('code'), data: z.object({ code: z.string() }) }),
  z.object({ type: z.literal('divider') }),
  z.object({
    type: z.literal('image'),
    data: z.object({ src: z.string(), alt: z.string(), caption: Inline, width: Pixels, height: Pixels })
  })
])
const Tunes = z.object({ align: AlignData })

type EditorData = { type: Block['kind']; data: object; tunes?: { align: z.output<typeof AlignData> } }

/** Converts a block to the data that the editor renders. */
export function toEditorData(block: Block): EditorData {
  const { kind: type } = block
  const data = dataOf(block)
  return isAlignable(type) && 'align' in block
    ? { type, data, tunes: { align: { align: block.align } } }
    : { type, data }
}

/** Converts data saved by the editor to a block; null if posts have no such block. */
export function fromEditorData(saved: SavedBlock): Block | null {
  const known = EditorBlock.safeParse(saved)
  if (!known.success) return null
  const tunes = Tunes.safeParse(saved.tunes)
  const align = tunes.success ? tunes.data.align.align : null
  const block = known.data
  switch (block.type) {
    case 'paragraph':
      return { kind: 'paragraph', text: block.data.text, align }
    case 'heading':
      return { kind: 'heading', level: block.data.level, text: block.data.text, align }
    case 'list':
      return { kind: 'list', style: block.data.style, items: block.data.items }
    case 'quote':
      return { kind: 'quote', text: block.data.text, source: block.data.caption, align }
    case 'table':
      return { kind: 'table', hasHeadings: block.data.withHeadings, rows: block.data.content }
    case 'code':
      return { kind: 'code', code: block.data.code }
    case 'divider':
      return { kind: 'divider' }
    case 'image':
      return { kind: 'image', ...block.data, align }
  }
}

function dataOf(block: Block): object {
  switch (block.kind) {
    case 'paragraph':
      return { text: block.text }
    case 'heading':
      return { text: block.text, level: block.level }
    case 'list':
      return { style: block.style, meta: {}, items: block.items.map(itemData) }
    case 'quote':
      return { text: block.text, caption: block.source, alignment: 'left' }
    case 'table':
      return { withHeadings: block.hasHeadings, stretched: false, content: block.rows }
    case 'code':
      return { code: block.code }
    case 'divider':
      return {}
    case 'image': {
      const { src, alt, caption, width, height } = block
      return { src, alt, caption, width, height }
    }
  }
}

function itemData({ text, items }: ListItem): object {
  return { content: text, meta: {}, items: items.map(itemData) }
}
