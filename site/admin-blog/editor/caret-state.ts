import {
  type Align,
  type BlockKind,
  type HeadingLevel,
  isBlockKind,
  type ListStyle
} from '../markup/blocks.ts'
import { plainFormat, type TextFormat } from '../markup/text-spans.ts'
import type { BlockAPI } from './editorjs-types.ts'
import { formatAt } from './format-text.ts'
import type { TextSelection } from './text-selection.ts'
import { alignmentWithin } from './tools/align-tune.ts'

/** What the toolbar shows: the block and text that the caret is in, and what can be done there. */
export type CaretState = {
  kind: BlockKind | null
  level: HeadingLevel | null
  listStyle: ListStyle | null
  align: Align
  format: TextFormat
  /** The caret is in text that can be formatted; code and the fields of a picture cannot. */
  isInText: boolean
  hasHeadings: boolean
  canUndo: boolean
  canRedo: boolean
}

export const noCaretState: CaretState = {
  kind: null,
  level: null,
  listStyle: null,
  align: null,
  format: plainFormat,
  isInText: false,
  hasHeadings: false,
  canUndo: false,
  canRedo: false
}

function headingLevelWithin(holder: Element): HeadingLevel | null {
  const heading = holder.querySelector('h2, h3, h4')
  if (heading === null) return null
  return heading.localName === 'h2' ? 2 : heading.localName === 'h3' ? 3 : 4
}

function listStyleWithin(holder: Element): ListStyle | null {
  const list = holder.querySelector('.cdx-list')
  if (list === null) return null
  return list.localName === 'ol' ? 'ordered' : 'unordered'
}

/** All but undo and redo, which the history knows. */
export function caretStateAt(block: BlockAPI | undefined, selection: TextSelection | null): CaretState {
  if (block === undefined) return noCaretState
  const { holder } = block
  return {
    ...noCaretState,
    kind: isBlockKind(block.name) ? block.name : null,
    level: headingLevelWithin(holder),
    listStyle: listStyleWithin(holder),
    align: alignmentWithin(holder),
    format: selection === null ? plainFormat : formatAt(selection),
    isInText: selection !== null,
    hasHeadings: holder.querySelector('.tc-table--heading') !== null
  }
}
