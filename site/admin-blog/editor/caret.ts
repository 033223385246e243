import type EditorJS from '@editorjs/editorjs'
import type { BlockAPI } from '@editorjs/editorjs'
import { type Align, type BlockType, isBlockType } from '../markup/blocks.ts'
import { plainFormat, type TextFormat } from '../markup/inline-html.ts'
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
export function trackCaret(editor: EditorJS, area: HTMLElement) {
  let last: TextSelection | null = null
  /** Element of the block with the caret. */
  let holder: HTMLElement | null = null

  const selection = () => (last?.editable.isConnected === true ? last : null)

  /** The block with the caret, or else the last one. */
  function block(): BlockAPI | undefined {
    const { blocks } = editor
    const known = holder?.isConnected === true ? blocks.getBlockByElement(holder) : undefined
    return known ?? blocks.getBlockByIndex(blocks.getBlocksCount() - 1)
  }

  /** Reads the caret; returns false, and keeps the last position, if it is not in the text. */
  function update(): boolean {
    const focused = document.activeElement
    if (focused === null || !area.contains(focused)) return false
    last = readSelection(area)
    holder = (last?.editable ?? focused).closest<HTMLElement>('.ce-block')
    return true
  }

  return {
    selection,
    block,
    update,
    bookmark: (): Bookmark | null => bookmarkOf(area, last),
    /** Makes the block of an element the current one. */
    moveTo: (element: Element): void => {
      holder = element.closest<HTMLElement>('.ce-block') ?? holder
    },
    /** The state without undo and redo. */
    state: (): CaretState => {
      const current = block()
      const text = selection()
      if (current === undefined) return noCaretState
      return {
        ...noCaretState,
        kind: kindOf(current),
        align: alignmentWithin(current.holder),
        format: text === null ? plainFormat : formatAt(text),
        isInText: text !== null,
        hasHeadings: current.holder.querySelector('.tc-table--heading') !== null
      }
    },
    /** Whether a link at the caret would have no text. */
    needsLinkText: (): boolean => {
      const text = selection()
      if (text === null || text.start !== text.end) return false
      const { start, end } = wordOrLinkAt(lettersIn(text), text.start)
      return start === end
    },
    /** Moves the caret to a selection, or to the end of the text. */
    restore: (to: TextSelection | null): void => {
      if (to?.editable.isConnected === true) select(to)
      else editor.caret.setToLastBlock('end')
      update()
    },
    /** Moves the caret back to the text after a block has changed, unless the change has already done so. */
    returnToText: (to: TextSelection | null, changed: BlockAPI | undefined): void => {
      if (area.contains(document.activeElement)) return
      if (to?.editable.isConnected === true) select(to)
      else if (changed?.holder.isConnected === true) editor.caret.setToBlock(changed, 'start')
    }
  }
}

function kindOf({ name, holder }: BlockAPI): CaretState['kind'] {
  if (!isBlockType(name)) return null
  if (name === 'list') return holder.querySelector('ol.cdx-list') === null ? 'bullets' : 'numbers'
  if (name !== 'heading') return name
  const level = holder.querySelector('h2') ? 2 : holder.querySelector('h3') ? 3 : 4
  return `heading-${level}`
}
