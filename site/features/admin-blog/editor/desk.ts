import { logFailure } from '../../../lib/log.ts'
import type { Align, Block } from '../markup/blocks.ts'
import { fromHtml } from '../markup/from-html.ts'
import type { Marks, Run } from '../markup/runs.ts'
import { toHtml } from '../markup/to-html.ts'
import { changeTable, indent, move, putBlock, putBlocksAt, remove, setAlign, turn } from './block-acts.ts'
import { readCarried } from './carried.ts'
import { createEditor, readBlocks } from './create-editor.ts'
import { toEditorData } from './editor-data.ts'
import type { BlockAPI, EditorJs } from './editorjs-types.ts'
import { watchHands } from './hands.ts'
import { redo, undo } from './history.ts'
import type { KeyAct } from './keys.ts'
import { clearMarks, insertRuns, setMarks, stretchAt, type TypedMark, toggleTyped } from './marks.ts'
import {
  type Bookmark,
  bookmarkOf,
  type Place,
  runsAt,
  selectBookmark,
  selectedPlace,
  selectPlace
} from './place.ts'
import { startRecorder } from './recorder.ts'
import { type Situation, situationAt } from './situation.ts'
import type { TableAct } from './tools/post-table.ts'
import type { TextKind } from './turn-block.ts'

export type DeskListener = {
  onSituation: (situation: Situation) => void
  /** Something was written that onContent does not tell yet. */
  onTouch: () => void
  onContent: (html: string) => void
  /** A key that the editor does not act on by itself. */
  onKeyAct: (act: KeyAct) => void
  onToolbar: () => void
}

const typingPauseMs = 1000
const emptyParagraph: Block = { kind: 'paragraph', text: '', align: null }

/** The text and all that can be done to it. Whatever changes it is one step for undo. */
export class Desk {
  readonly #editor: EditorJs
  readonly #area: HTMLElement
  readonly #listener: DeskListener
  readonly #recorder: ReturnType<typeof startRecorder<Block[], Bookmark | null>>
  readonly #stop = new AbortController()
  readonly #letGo: () => void
  #place: Place | null = null
  #holder: HTMLElement | null = null
  #typing: ReturnType<typeof setTimeout> | undefined

  static async open(
    area: HTMLElement,
    end: HTMLElement,
    html: string,
    listener: DeskListener
  ): Promise<Desk> {
    let desk: Desk | undefined
    const editor = await createEditor(area, fromHtml(html), () => desk?.commit())
    desk = new Desk(editor, area, end, await readBlocks(editor), listener)
    return desk
  }

  private constructor(
    editor: EditorJs,
    area: HTMLElement,
    end: HTMLElement,
    blocks: Block[],
    listener: DeskListener
  ) {
    this.#editor = editor
    this.#area = area
    this.#listener = listener
    this.#recorder = startRecorder<Block[], Bookmark | null>(blocks, {
      // A closed editor has nothing more to tell.
      read: async () => (this.#stop.signal.aborted ? this.#recorder.content() : readBlocks(editor)),
      write: (content, caret) => this.#draw(content, caret),
      caretNow: () => bookmarkOf(area, this.#place)
    })
    const signal = this.#stop.signal
    document.addEventListener('selectionchange', () => this.#look(), { signal })
    area.addEventListener('focusin', () => this.#look(), { signal })
    area.addEventListener('input', () => this.#noteTyping(), { signal })
    this.#letGo = watchHands(area, {
      end,
      onAct: listener.onKeyAct,
      onToolbar: listener.onToolbar,
      onPaste: (carried) => this.#paste(carried),
      onDrop: (files, onto) => this.#drop(files, onto)
    })
    this.#look()
  }

  close(): void {
    this.#letGo()
    this.#stop.abort()
    clearTimeout(this.#typing)
    this.#editor.destroy()
  }

  /** The HTML of all that stands there now. */
  async html(): Promise<string> {
    await this.#recorder.commit()
    return toHtml(this.#recorder.content())
  }

  commit(): Promise<void> {
    return this.#told(this.#recorder.commit())
  }

  undo = () => this.#told(this.#recorder.step(undo))
  redo = () => this.#told(this.#recorder.step(redo))
  toggle = (mark: TypedMark) => this.#inText((place) => toggleTyped(place, mark))
  mark = (marks: Partial<Marks>) => this.#inText((place) => setMarks(place, marks))
  clear = () => this.#inText(clearMarks)
  write = (runs: Run[]) => this.#inText((place) => insertRuns(place, runs))
  indent = (isOutward: boolean) => this.#inText(({ editable }) => indent(editable, isOutward))
  turn = (into: TextKind) => this.#toBlock((block) => turn(this.#editor, block, into))
  align = (align: Align) => this.#toBlock((block) => setAlign(block, align))
  move = (by: -1 | 1) => this.#toBlock((block) => move(this.#editor, block, by))
  remove = () => this.#toBlock((block) => remove(this.#editor, block))
  changeTable = (act: TableAct) => this.#toBlock((block) => changeTable(block, act))
  insert = (blocks: Block[]) => this.#change(() => this.#put(blocks))

  /** Where the caret was, or would be; the toolbar and the link dialog act there. */
  place(): Place | null {
    return this.#place?.editable.isConnected === true ? this.#place : null
  }

  /** A link put here would have no text. */
  isAtNoWord(): boolean {
    const place = this.place()
    if (place === null || place.start !== place.end) return false
    const { start, end } = stretchAt(runsAt(place), place.start)
    return start === end
  }

  /** Back to where the caret was, or to a place kept from before a dialog. */
  focus(at: Place | null = this.place()): void {
    if (at?.editable.isConnected === true) selectPlace(at)
    else this.#editor.caret.setToLastBlock('end')
    this.#look()
  }

  /** Keyboard and pointer may leave the text for the toolbar: what was selected last still counts. */
  #look(): void {
    const focused = document.activeElement
    if (focused === null || !this.#area.contains(focused)) return
    this.#place = selectedPlace(this.#area)
    const within = this.#place?.editable ?? focused
    this.#holder = within.closest<HTMLElement>('.ce-block')
    this.#tellSituation()
  }

  #tellSituation(): void {
    const [canUndo, canRedo] = [this.#recorder.canUndo(), this.#recorder.canRedo()]
    this.#listener.onSituation({ ...situationAt(this.#current(), this.place()), canUndo, canRedo })
  }

  #current(): BlockAPI | undefined {
    const { blocks } = this.#editor
    const known = this.#holder?.isConnected === true ? blocks.getBlockByElement(this.#holder) : undefined
    return known ?? blocks.getBlockByIndex(blocks.getBlocksCount() - 1)
  }

  #noteTyping(): void {
    this.#listener.onTouch()
    this.#typing ??= setTimeout(() => {
      this.#typing = undefined
      void this.commit()
    }, typingPauseMs)
  }

  /** At once: whoever presses a key goes on typing. */
  #inText(act: (place: Place) => void): Promise<void> {
    this.#look()
    const place = this.place()
    if (place === null) return Promise.resolve()
    if (document.activeElement !== place.editable) selectPlace(place)
    act(place)
    this.#listener.onTouch()
    return this.commit()
  }

  #toBlock(act: (block: BlockAPI) => void | Promise<void>): Promise<void> {
    return this.#change(async () => {
      const block = this.#current()
      const place = this.place()
      if (block !== undefined) await act(block)
      // Moved or aligned, it is the same text; else the act has put the caret where it belongs.
      if (this.#area.contains(document.activeElement)) return
      if (place?.editable.isConnected === true) selectPlace(place)
      else if (block?.holder.isConnected === true) this.#editor.caret.setToBlock(block, 'start')
    })
  }

  #change(act: () => void | Promise<void>): Promise<void> {
    this.#look()
    this.#listener.onTouch()
    return this.#told(this.#recorder.change(act))
  }

  async #told(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      logFailure('The editor could not do this', error)
    }
    if (this.#stop.signal.aborted) return
    this.#look()
    this.#tellSituation()
    this.#listener.onContent(toHtml(this.#recorder.content()))
  }

  async #draw(content: Block[], caret: Bookmark | null): Promise<void> {
    const { scrollTop } = this.#area
    const focused = document.activeElement
    const isOutside = focused instanceof HTMLElement && !this.#area.contains(focused)
    // The text that has the focus is about to go; keys pressed meanwhile should still be heard.
    if (!isOutside) this.#area.focus()
    await this.#editor.render({ blocks: content.map(toEditorData) })
    this.#area.scrollTop = scrollTop
    if (caret === null) this.#editor.caret.setToLastBlock('end')
    else selectBookmark(this.#area, caret)
    // Whoever pressed the button with the keyboard may want another step.
    if (isOutside && focused !== document.body) focused.focus()
  }

  async #put(blocks: Block[]): Promise<void> {
    const at = this.#current()
    if (at === undefined) return
    const made = await putBlocksAt(this.#editor, at, blocks)
    const last = made.at(-1)
    if (last === undefined) return
    if (last.name === 'image') last.call('begin')
    else if (last.focusable) this.#editor.caret.setToBlock(last, last.name === 'table' ? 'start' : 'end')
    else {
      // Behind a divider writing goes on in a new paragraph.
      const index = this.#editor.blocks.getBlockIndex(last.id) + 1
      if (index === this.#editor.blocks.getBlocksCount()) putBlock(this.#editor, emptyParagraph, index, false)
      this.#editor.caret.setToBlock(index, 'start')
    }
    last.holder.scrollIntoView({ block: 'nearest' })
  }

  #paste(carried: DataTransfer): boolean {
    const found = readCarried(carried)
    if (found === null) return false
    if (found.kind === 'pictures') this.#drop(found.files, null)
    else if (found.kind === 'inline') void this.write(found.runs)
    else void this.insert(found.blocks)
    return true
  }

  #drop(files: File[], onto: Element | null): void {
    this.#holder = onto?.closest<HTMLElement>('.ce-block') ?? this.#holder
    void this.#toBlock((at) => {
      let index = this.#editor.blocks.getBlockIndex(at.id)
      for (const file of files) {
        index += 1
        this.#editor.blocks.insert('image', { file }, undefined, index, false)
      }
    })
  }
}
