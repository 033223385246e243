import type EditorJS from '@editorjs/editorjs'
import type { BlockAPI } from '@editorjs/editorjs'
import { type Align, type BlockType, isBlockType } from '../markup/blocks.ts'
import { plainFormat, type TextFormat } from '../markup/letters.ts'
import type { TextKind } from './block-commands.ts'

import { formatAt, wordOrLinkAt } from './format-text.ts'
import {
  type Bookmark,
  bookmarkOf,
  lettersIn,
  readSelection,
  select,
  type TextSelection
} from './text-selection.ts'
import { alignmentWithin } from './tools/align-tune.ts'

/** State of the toolbar: the block and text format at the caret, and the commands available there. */
export type CaretState = {
  kind: TextKind | Exclude<BlockType, 'heading' | 'list'> | null
  align: Align
  format: TextFormat
  /** Whether the text can be formatted; code and the fields of a picture can't. */
  isInText: boolean
  hasHeadings: boolean
  canUndo: boolean
  canRedo: boolean
}

export const noCaretState: CaretState = {
  kind: null,
  align: null,
  format: plainFormat,
  isInText: false,
  hasHeadings: false,
  canUndo: false,
  canRedo: false
}

/**
 * Tracks the caret, and keeps its last position while the focus is in the toolbar or a dialog. Editor.js itself forgets
 * its current block on a click outside.
 */
export class CaretTracker {
  readonly #editor: EditorJS
  readonly #area: HTMLElement
  #selection: TextSelection | null = null
  /** Element of the block with the caret. */
  #holder: HTMLElement | null = null

  constructor(editor: EditorJS, area: HTMLElement) {
    this.#editor = editor
    this.#area = area
  }

  /** Reads the caret; returns false, and keeps the last position, if it is not in the text. */
  update(): boolean {
    const focused = document.activeElement
    if (focused === null || !this.#area.contains(focused)) return false
    this.#selection = readSelection(this.#area)
    const within = this.#selection?.editable ?? focused
    this.#holder = within.closest<HTMLElement>('.ce-block')
    return true
  }

  /** Makes the block of an element the current one. */
  moveTo(element: Element): void {
    this.#holder = element.closest<HTMLElement>('.ce-block') ?? this.#holder
  }

  selection(): TextSelection | null {
    return this.#selection?.editable.isConnected === true ? this.#selection : null
  }

  bookmark(): Bookmark | null {
    return bookmarkOf(this.#area, this.#selection)
  }

  /** Returns the block with the caret, or else the last one. */
  block(): BlockAPI | undefined {
    const { blocks } = this.#editor
    const known = this.#holder?.isConnected === true ? blocks.getBlockByElement(this.#holder) : undefined
    return known ?? blocks.getBlockByIndex(blocks.getBlocksCount() - 1)
  }

  /** Returns the state without undo and redo. */
  state(): CaretState {
    const block = this.block()
    const selection = this.selection()
    if (block === undefined) return noCaretState
    const { holder } = block
    return {
      ...noCaretState,
      kind: kindOf(block),
      align: alignmentWithin(holder),
      format: selection === null ? plainFormat : formatAt(selection),
      isInText: selection !== null,
      hasHeadings: holder.querySelector('.tc-table--heading') !== null
    }
  }

  isInWordOrLink(): boolean {
    const selection = this.selection()
    if (selection === null) return false
    const { start, end } = wordOrLinkAt(lettersIn(selection), selection.start)
    return start !== end
  }

  /** Moves the caret to a selection, or to the end of the text. */
  restore(selection: TextSelection | null): void {
    if (selection?.editable.isConnected === true) select(selection)
    else this.#editor.caret.setToLastBlock('end')
    this.update()
  }

  /** Moves the caret back to the text after a block has changed, unless the change has already done so. */
  returnToText(selection: TextSelection | null, block: BlockAPI | undefined): void {
    if (this.#area.contains(document.activeElement)) return
    if (selection?.editable.isConnected === true) select(selection)
    else if (block?.holder.isConnected === true) this.#editor.caret.setToBlock(block, 'start')
  }
}

function kindOf({ name, holder }: BlockAPI): CaretState['kind'] {
  if (!isBlockType(name)) return null
  if (name === 'list') return holder.querySelector('ol.cdx-list') === null ? 'bullets' : 'numbers'
  if (name !== 'heading') return name
  const level = holder.querySelector('h2') ? 2 : holder.querySelector('h3') ? 3 : 4
  return `heading-${level}`
}
