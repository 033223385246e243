import { type CaretState, caretStateAt } from './caret-state.ts'
import type { BlockAPI, EditorJs } from './editorjs-types.ts'
import { wordOrLinkAt } from './format-text.ts'
import {
  type Bookmark,
  bookmarkOf,
  readSelection,
  select,
  spansIn,
  type TextSelection
} from './text-selection.ts'

/** Remembers where the caret is, or was before keyboard and pointer left the text for the toolbar or a dialog. */
export class CaretTracker {
  readonly #editor: EditorJs
  readonly #area: HTMLElement
  #selection: TextSelection | null = null
  /** The element of the block with the caret. */
  #holder: HTMLElement | null = null

  constructor(editor: EditorJs, area: HTMLElement) {
    this.#editor = editor
    this.#area = area
  }

  /** Reads the caret anew; false where it is not in the text, and what was last known holds. */
  update(): boolean {
    const focused = document.activeElement
    if (focused === null || !this.#area.contains(focused)) return false
    this.#selection = readSelection(this.#area)
    const within = this.#selection?.editable ?? focused
    this.#holder = within.closest<HTMLElement>('.ce-block')
    return true
  }

  /** Makes another block the current one, as a file dropped on it does. */
  moveTo(element: Element): void {
    this.#holder = element.closest<HTMLElement>('.ce-block') ?? this.#holder
  }

  selection(): TextSelection | null {
    return this.#selection?.editable.isConnected === true ? this.#selection : null
  }

  bookmark(): Bookmark | null {
    return bookmarkOf(this.#area, this.#selection)
  }

  /** The block with the caret, else the last one. */
  block(): BlockAPI | undefined {
    const { blocks } = this.#editor
    const known = this.#holder?.isConnected === true ? blocks.getBlockByElement(this.#holder) : undefined
    return known ?? blocks.getBlockByIndex(blocks.getBlocksCount() - 1)
  }

  state(): CaretState {
    return caretStateAt(this.block(), this.selection())
  }

  isInWordOrLink(): boolean {
    const selection = this.selection()
    if (selection === null) return false
    const { start, end } = wordOrLinkAt(spansIn(selection), selection.start)
    return start !== end
  }

  /** Puts the caret back where it was, or at the end of the text. */
  restore(selection: TextSelection | null): void {
    if (selection?.editable.isConnected === true) select(selection)
    else this.#editor.caret.setToLastBlock('end')
    this.update()
  }

  /** After a change of a block: the text that had the caret gets it back, unless the change has placed it. */
  keepIn(selection: TextSelection | null, block: BlockAPI | undefined): void {
    if (this.#area.contains(document.activeElement)) return
    if (selection?.editable.isConnected === true) select(selection)
    else if (block?.holder.isConnected === true) this.#editor.caret.setToBlock(block, 'start')
  }
}
