import { type Align, alignOf, type Block, isEmptyBlock } from '../markup/blocks.ts'
import { fromEditorData, toEditorData } from './editor-data.ts'
import type { BlockAPI, EditorJs } from './editorjs-types.ts'
import { alignWithin } from './tools/align-tune.ts'
import type { TableAct } from './tools/post-table.ts'
import { type TextKind, turnBlock } from './turn-block.ts'

/** Puts a block at an index, or in the place of the one there. */
export function putBlock(editor: EditorJs, block: Block, index: number, isReplacing: boolean): BlockAPI {
  const { type, data } = toEditorData(block)
  const made = editor.blocks.insert(type, data, undefined, index, false, isReplacing)
  alignWithin(made.holder, alignOf(block))
  return made
}

/** Puts blocks behind the given one, or in its place when nothing is written there yet. */
export async function putBlocksAt(editor: EditorJs, at: BlockAPI, blocks: Block[]): Promise<BlockAPI[]> {
  const index = editor.blocks.getBlockIndex(at.id)
  const standing = await blockOf(at)
  const isReplacing = standing?.kind === 'paragraph' && isEmptyBlock(standing)
  const first = isReplacing ? index : index + 1
  return blocks.map((block, place) => putBlock(editor, block, first + place, isReplacing && place === 0))
}

/** Turns a block into another kind and leaves the caret at its end. */
export async function turn(editor: EditorJs, at: BlockAPI, into: TextKind): Promise<void> {
  const standing = await blockOf(at)
  if (standing === null) return
  const index = editor.blocks.getBlockIndex(at.id)
  const made = turnBlock(standing, into, unmarked)
  for (const [place, block] of made.entries()) putBlock(editor, block, index + place, place === 0)
  editor.caret.setToBlock(index + made.length - 1, 'end')
}

export function setAlign(at: BlockAPI, align: Align): void {
  alignWithin(at.holder, align)
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

export function changeTable(at: BlockAPI, act: TableAct): void {
  at.call(act)
  at.dispatchChange()
}

/** Lists know one way to change a level: their own keys. */
export function indent(editable: HTMLElement, isOutward: boolean): void {
  editable.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', shiftKey: isOutward, bubbles: true }))
}

async function blockOf(at: BlockAPI): Promise<Block | null> {
  const saved = await at.save()
  if (saved === undefined) return null
  const { tool, data, tunes } = saved
  return fromEditorData({ type: tool, data, ...(tunes !== undefined && { tunes }) })
}

function unmarked(inlineHtml: string): string {
  const template = document.createElement('template')
  template.innerHTML = inlineHtml.replaceAll('<br>', '\n')
  return template.content.textContent ?? ''
}
