import {
  type Align,
  alignOf,
  type Block,
  type HeadingLevel,
  isEmptyBlock,
  type ListItem,
  type ListStyle
} from '../markup/blocks.ts'
import { escapeText, parseInline } from '../markup/inline-html.ts'
import { fromEditorData, toEditorData } from './editor-data.ts'
import type { BlockAPI, EditorJs } from './editorjs-types.ts'
import { alignWithin } from './tools/align-tune.ts'
import type { TableCommand } from './tools/post-table.ts'

const emptyParagraph: Block = { kind: 'paragraph', text: '', align: null }

/** Inserts blocks after the given one, or replaces it if it is an empty paragraph, and moves the caret there. */
export async function insertBlocks(editor: EditorJs, at: BlockAPI, blocks: Block[]): Promise<void> {
  const index = editor.blocks.getBlockIndex(at.id)
  const current = await readBlock(at)
  const isReplacing = current?.kind === 'paragraph' && isEmptyBlock(current)
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
export function insertPictures(editor: EditorJs, at: BlockAPI, files: File[]): void {
  const first = editor.blocks.getBlockIndex(at.id) + 1
  for (const [offset, file] of files.entries())
    editor.blocks.insert('image', { file }, undefined, first + offset, false)
}

/** Converts a block and moves the caret to its end. */
export async function convert(editor: EditorJs, at: BlockAPI, into: TextKind): Promise<void> {
  const current = await readBlock(at)
  if (current === null) return
  const index = editor.blocks.getBlockIndex(at.id)
  const converted = convertBlock(current, into)
  for (const [offset, block] of converted.entries()) insertBlock(editor, block, index + offset, offset === 0)
  editor.caret.setToBlock(index + converted.length - 1, 'end')
}

export function align(at: BlockAPI, alignment: Align): void {
  alignWithin(at.holder, alignment)
  at.dispatchChange()
}

export function moveBlock(editor: EditorJs, at: BlockAPI, by: -1 | 1): void {
  const index = editor.blocks.getBlockIndex(at.id)
  const target = index + by
  if (target >= 0 && target < editor.blocks.getBlocksCount()) editor.blocks.move(target, index)
}

export function remove(editor: EditorJs, at: BlockAPI): void {
  editor.blocks.delete(editor.blocks.getBlockIndex(at.id))
}

export function changeTable(at: BlockAPI, command: TableCommand): void {
  at.call(command)
  at.dispatchChange()
}

/** Simulates Tab, because the list tool changes the level of an item only by keyboard. */
export function indent(editable: HTMLElement, isOutward: boolean): void {
  editable.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', shiftKey: isOutward, bubbles: true }))
}

/** Aligns the block afterwards, because the insert method of Editor.js doesn't accept tunes. */
function insertBlock(editor: EditorJs, block: Block, index: number, isReplacing: boolean): BlockAPI {
  const { type, data } = toEditorData(block)
  const inserted = editor.blocks.insert(type, data, undefined, index, false, isReplacing)
  alignWithin(inserted.holder, alignOf(block))
  return inserted
}

async function readBlock(at: BlockAPI): Promise<Block | null> {
  const saved = await at.save()
  if (saved === undefined) return null
  const { tool, data, tunes } = saved
  return fromEditorData({ type: tool, data, ...(tunes !== undefined && { tunes }) })
}

export type TextKind =
  | { kind: 'paragraph' }
  | { kind: 'heading'; level: HeadingLevel }
  | { kind: 'list'; style: ListStyle }
  | { kind: 'quote' }
  | { kind: 'code' }

/**
 * Converts the text of a block into another kind. Unlike the conversion of Editor.js, it turns each list item into a
 * separate block, keeps list levels, alignment and quote sources, and strips formatting from code.
 */
export function convertBlock(block: Block, into: TextKind): Block[] {
  if (block.kind === 'table' || block.kind === 'divider' || block.kind === 'image') return [block]
  if (block.kind === 'list' && into.kind === 'list') return [{ ...block, style: into.style }]
  const lines = linesOf(block)
  const alignment = alignOf(block)
  switch (into.kind) {
    case 'list':
      return [{ kind: 'list', style: into.style, items: lines.map((text) => ({ text, items: [] })) }]
    case 'quote':
      return [{ kind: 'quote', text: lines.join('<br>'), source: '', align: alignment }]
    case 'code':
      return [{ kind: 'code', code: block.kind === 'code' ? block.code : lines.map(plainText).join('\n') }]
    case 'paragraph':
      return lines.map((text) => ({ kind: 'paragraph', text, align: alignment }))
    case 'heading':
      return lines.map((text) => ({ kind: 'heading', level: into.level, text, align: alignment }))
  }
}

function linesOf(block: Exclude<Block, { kind: 'table' | 'divider' | 'image' }>): string[] {
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
  }
}

function textsOf({ text, items }: ListItem): string[] {
  return [text, ...items.flatMap(textsOf)]
}

function plainText(inlineHtml: string): string {
  return parseInline(inlineHtml)
    .map(({ text }) => text)
    .join('')
}
