import type EditorJS from '@editorjs/editorjs'
import type { BlockAPI } from '@editorjs/editorjs'
import {
  aligned,
  alignOf,
  type Block,
  isBlockType,
  isEmptyBlock,
  type ListItem,
  normalized
} from '../markup/blocks.ts'
import { escapeText, parseInline } from '../markup/inline-html.ts'

import { alignWithin } from './tools/align-tune.ts'

const emptyParagraph: Block = { type: 'paragraph', data: { text: '' } }

/** Inserts blocks after the given one, or replaces it if it is an empty paragraph, and moves the caret there. */
export async function insertBlocks(editor: EditorJS, at: BlockAPI, blocks: Block[]): Promise<void> {
  const index = editor.blocks.getBlockIndex(at.id)
  const current = await readBlock(at)
  const isReplacing = current?.type === 'paragraph' && isEmptyBlock(current)
  const first = isReplacing ? index : index + 1
  const inserted = blocks.map((block, offset) =>
    insertBlock(editor, block, first + offset, isReplacing && offset === 0)
  )
  const last = inserted.at(-1)
  if (last === undefined) return
  if (last.name === 'image') last.call('begin')
  else if (last.focusable) editor.caret.setToBlock(last, last.name === 'table' ? 'start' : 'end')
  else {
    // A divider has no text, so writing continues in a paragraph below it.
    const below = editor.blocks.getBlockIndex(last.id) + 1
    if (below === editor.blocks.getBlocksCount()) insertBlock(editor, emptyParagraph, below, false)
    editor.caret.setToBlock(below, 'start')
  }
  last.holder.scrollIntoView({ block: 'nearest' })
}

/** Inserts a picture block for each file; the blocks upload their files. */
export function insertPictures(editor: EditorJS, at: BlockAPI, files: File[]): void {
  const first = editor.blocks.getBlockIndex(at.id) + 1
  for (const [offset, file] of files.entries())
    editor.blocks.insert('image', { file }, undefined, first + offset, false)
}

/** Converts a block and moves the caret to its end. */
export async function convert(editor: EditorJS, at: BlockAPI, into: TextKind): Promise<void> {
  const current = await readBlock(at)
  if (current === null) return
  const index = editor.blocks.getBlockIndex(at.id)
  const converted = convertBlock(current, into)
  for (const [offset, block] of converted.entries()) insertBlock(editor, block, index + offset, offset === 0)
  editor.caret.setToBlock(index + converted.length - 1, 'end')
}

export function moveBlock(editor: EditorJS, at: BlockAPI, by: -1 | 1): void {
  const index = editor.blocks.getBlockIndex(at.id)
  const target = index + by
  if (target >= 0 && target < editor.blocks.getBlocksCount()) editor.blocks.move(target, index)
}

/** Simulates Tab, because the list tool changes the level of an item only by keyboard. */
export function indent(editable: HTMLElement, isOutward: boolean): void {
  editable.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', shiftKey: isOutward, bubbles: true }))
}

/** Aligns the block afterwards, because the insert method of Editor.js doesn't accept tunes. */
function insertBlock(editor: EditorJS, block: Block, index: number, isReplacing: boolean): BlockAPI {
  const inserted = editor.blocks.insert(block.type, block.data, undefined, index, false, isReplacing)
  alignWithin(inserted.holder, alignOf(block))
  return inserted
}

async function readBlock(at: BlockAPI): Promise<Block | null> {
  const saved = await at.save()
  if (saved === undefined) return null
  const block = { ...saved, type: saved.tool }
  return isPostBlock(block) ? block : null
}

/** False for a block that the editor couldn't render. Our tools define the data of all others. */
export function isPostBlock(saved: { type: string }): saved is Block {
  return isBlockType(saved.type)
}

/** Kinds of blocks that text can be converted into, with their names. */
export const textKinds = {
  paragraph: 'Paragraph',
  'heading-2': 'Heading 2',
  'heading-3': 'Heading 3',
  'heading-4': 'Heading 4',
  bullets: 'Bulleted list',
  numbers: 'Numbered list',
  quote: 'Quote',
  code: 'Code block'
} as const
export type TextKind = keyof typeof textKinds

const levels = { 'heading-2': 2, 'heading-3': 3, 'heading-4': 4 } as const
const listStyles = { bullets: 'unordered', numbers: 'ordered' } as const

/**
 * Converts the text of a block into another kind. Unlike the conversion of Editor.js, it turns each list item into a
 * separate block, keeps list levels, alignment and quote sources, and strips formatting from code.
 */
export function convertBlock(block: Block, into: TextKind): Block[] {
  if (block.type === 'table' || block.type === 'divider' || block.type === 'image') return [block]
  const lines = linesOf(block)
  const alignment = aligned(alignOf(block))
  switch (into) {
    case 'bullets':
    case 'numbers': {
      const items =
        block.type === 'list' ? block.data.items : lines.map((content) => ({ content, meta: {}, items: [] }))
      return [{ type: 'list', data: { style: listStyles[into], meta: {}, items } }]
    }
    case 'quote':
      return [{ type: 'quote', data: { text: lines.join('<br>'), caption: '' }, ...alignment }]
    case 'code': {
      const code = block.type === 'code' ? block.data.code : lines.map(plainText).join('\n')
      return [{ type: 'code', data: { code } }]
    }
    case 'paragraph':
      return lines.map((text) => ({ type: 'paragraph', data: { text }, ...alignment }))
    default:
      return lines.map((text) => ({ type: 'heading', data: { text, level: levels[into] }, ...alignment }))
  }
}

function linesOf({ type, data }: Exclude<Block, { type: 'table' | 'divider' | 'image' }>): string[] {
  switch (type) {
    case 'paragraph':
    case 'heading':
      return [data.text]
    case 'quote':
      return normalized(data.caption) === '' ? [data.text] : [data.text, data.caption]
    case 'list':
      return data.items.flatMap(textsOf)
    case 'code':
      return data.code.split('\n').map(escapeText)
  }
}

function textsOf({ content, items }: ListItem): string[] {
  return [content, ...items.flatMap(textsOf)]
}

function plainText(inlineHtml: string): string {
  return parseInline(inlineHtml)
    .map(({ text }) => text)
    .join('')
}
