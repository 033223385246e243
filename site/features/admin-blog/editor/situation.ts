import {
  type Align,
  type BlockKind,
  type HeadingLevel,
  isBlockKind,
  type ListStyle
} from '../markup/blocks.ts'
import { type Marks, plain } from '../markup/runs.ts'
import type { BlockAPI } from './editorjs-types.ts'
import { marksAt } from './marks.ts'
import type { Place } from './place.ts'
import { alignmentWithin } from './tools/align-tune.ts'

/** What the toolbar shows: where the writer stands and what can be done there. */
export type Situation = {
  kind: BlockKind | null
  level: HeadingLevel | null
  listStyle: ListStyle | null
  align: Align
  marks: Marks
  /** The caret is in text that can have marks; code and the fields of a picture cannot. */
  isInText: boolean
  hasHeadings: boolean
  canUndo: boolean
  canRedo: boolean
}

export const nowhere: Situation = {
  kind: null,
  level: null,
  listStyle: null,
  align: null,
  marks: plain,
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

/** Undo and redo aside, which the history knows. */
export function situationAt(block: BlockAPI | undefined, place: Place | null): Situation {
  if (block === undefined) return nowhere
  const { holder } = block
  return {
    ...nowhere,
    kind: isBlockKind(block.name) ? block.name : null,
    level: headingLevelWithin(holder),
    listStyle: listStyleWithin(holder),
    align: alignmentWithin(holder),
    marks: place === null ? plain : marksAt(place),
    isInText: place !== null,
    hasHeadings: holder.querySelector('.tc-table--heading') !== null
  }
}
