import { type Align, alignOf, type Block, isEmptyBlock } from '../markup/blocks.ts'
import { convertBlock, type TextKind } from './convert-block.ts'
import { fromEditorData, toEditorData } from './editor-data.ts'
import type { BlockAPI, EditorJs } from './editorjs-types.ts'
import { alignWithin } from './tools/align-tune.ts'
import type { TableCommand } from './tools/post-table.ts'

const emptyParagraph: Block = { kind: 'paragraph', text: '', align: null }

/** Inserts blocks behind the given one, or in its place when it is still empty, and moves the caret there. */
export async function insertBlocks(editor: EditorJs, at: BlockAPI, blocks: Block[]): Promise<void> {
  const index = editor.blocks.getBlockIndex(at.id)
  const current = await blockOf(at)
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
    // Nothing can be typed into a divider: writing goes on in a paragraph below it.
    const below = editor.blocks.getBlockIndex(last.id) + 1
    if (below === editor.blocks.getBlocksCount()) insertBlock(editor, emptyParagraph, below, false)
    editor.caret.setToBlock(below, 'start')
  }
  last.holder.scrollIntoView({ block: 'nearest' })
}

/** Inserts a picture block for each file, which uploads it by itself. */
export function insertPictures(editor: EditorJs, at: BlockAPI, files: File[]): void {
  const first = editor.blocks.getBlockIndex(at.id) + 1
  for (const [offset, file] of files.entries())
    editor.blocks.insert('image', { file }, undefined, first + offset, false)
}

/** Converts a block into another kind and leaves the caret at its end. */
export async function convert(editor: EditorJs, at: BlockAPI, into: TextKind): Promise<void> {
  const current = await blockOf(at)
  if (current === null) return
  const index = editor.blocks.getBlockIndex(at.id)
  const converted = convertBlock(current, into, textOf)
  for (const [offset, block] of converted.entries()) insertBlock(editor, block, index + offset, offset === 0)
  editor.caret.setToBlock(index + converted.length - 1, 'end')
}

export function align(at: BlockAPI, alignment: Align): void {
  alignWithin(at.holder, alignment)
  at.dispatchChange()
}

export function move(editor: EditorJs, at: BlockAPI, by: -1 | 1): void {
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

/** The list tool changes the level of a point by its own keys only. */
export function indent(editable: HTMLElement, isOutward: boolean): void {
  editable.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', shiftKey: isOutward, bubbles: true }))
}

function insertBlock(editor: EditorJs, block: Block, index: number, isReplacing: boolean): BlockAPI {
  const { type, data } = toEditorData(block)
  const inserted = editor.blocks.insert(type, data, undefined, index, false, isReplacing)
  alignWithin(inserted.holder, alignOf(block))
  return inserted
}

async function blockOf(at: BlockAPI): Promise<Block | null> {
  const saved = await at.save()
  if (saved === undefined) return null
  const { tool, data, tunes } = saved
  return fromEditorData({ type: tool, data, ...(tunes !== undefined && { tunes }) })
}

function textOf(inlineHtml: string): string {
  const template = document.createElement('template')
  template.innerHTML = inlineHtml.replaceAll('<br>', '\n')
  return template.content.textContent ?? ''
}
