import type EditorJS from '@editorjs/editorjs'
import type { BlockAPI } from '@editorjs/editorjs'
import { logFailure } from '../../lib/log.ts'
import type { Align, Block } from '../markup/blocks.ts'
import { fromHtml } from '../markup/from-html.ts'
import type { Letter, TextFormat } from '../markup/letters.ts'
import { toHtml } from '../markup/to-html.ts'
import { convert, indent, insertBlocks, insertPictures, moveBlock, type TextKind } from './block-commands.ts'
import { type CaretState, CaretTracker } from './caret.ts'
import { createEditor, readBlocks, renderBlocks } from './create-editor.ts'

import { applyFormat, clearFormat, insertLetters, toggleFormat } from './format-text.ts'
import { startRecorder } from './history.ts'
import { type InputHandlers, readClipboard, watchInput } from './input.ts'
import { type Bookmark, select, type TextSelection } from './text-selection.ts'
import { alignWithin } from './tools/align-tune.ts'
import type { TableCommand } from './tools/post-table.ts'

/** The editable area, and the element after it that receives the focus when the editor is left. */
type EditorFrame = { area: HTMLElement; end: HTMLElement }

type EditorListener = {
  onCaretState: (caretState: CaretState) => void
  /** Called on each edit; onContent follows once the new content has been read. */
  onTouch: () => void
  onContent: (html: string) => void
} & Pick<InputHandlers, 'onCommand' | 'onToolbar' | 'onSlash'>

const typingPauseMs = 1000

/** Controls the editor of a post. Every command is one undo step. */
export class EditorController {
  readonly #editor: EditorJS
  readonly #listener: EditorListener
  readonly #caret: CaretTracker
  readonly #recorder: ReturnType<typeof startRecorder<Block[], Bookmark | null>>
  readonly #stop = new AbortController()
  #typing: ReturnType<typeof setTimeout> | undefined

  static async open(frame: EditorFrame, html: string, listener: EditorListener): Promise<EditorController> {
    let controller: EditorController | undefined
    const editor = await createEditor(frame.area, fromHtml(html), () => controller?.commit())
    controller = new EditorController(editor, frame, await readBlocks(editor), listener)
    return controller
  }

  private constructor(
    editor: EditorJS,
    { area, end }: EditorFrame,
    blocks: Block[],
    listener: EditorListener
  ) {
    this.#editor = editor
    this.#listener = listener
    this.#caret = new CaretTracker(editor, area)
    this.#recorder = startRecorder<Block[], Bookmark | null>(blocks, {
      // A closed editor can't be read.
      read: async () => (this.#stop.signal.aborted ? this.#recorder.content() : readBlocks(editor)),
      write: (content, bookmark) => renderBlocks(editor, area, content, bookmark),
      readCaret: () => this.#caret.bookmark()
    })
    const signal = this.#stop.signal
    document.addEventListener('selectionchange', () => this.#updateCaret(), { signal })
    area.addEventListener('focusin', () => this.#updateCaret(), { signal })
    area.addEventListener('input', () => this.#noteTyping(), { signal })
    const handlers = {
      ...listener,
      end,
      onPaste: (clipboard: DataTransfer) => this.#paste(clipboard),
      onDrop: (files: File[], onto: Element | null) => this.#drop(files, onto)
    }
    watchInput(area, handlers, signal)
    this.#updateCaret()
  }

  close(): void {
    this.#stop.abort()
    clearTimeout(this.#typing)
    this.#editor.destroy()
  }

  /** Returns the current HTML of the text. */
  async html(): Promise<string> {
    await this.#recorder.commit()
    return toHtml(this.#recorder.content())
  }

  commit(): Promise<void> {
    return this.#reportAfter(this.#recorder.commit())
  }

  undo = () => this.#reportAfter(this.#recorder.undo())
  redo = () => this.#reportAfter(this.#recorder.redo())
  bold = () => this.#inText((selection) => toggleFormat(selection, 'bold'))
  italic = () => this.#inText((selection) => toggleFormat(selection, 'italic'))
  underline = () => this.#inText((selection) => toggleFormat(selection, 'underline'))
  format = (format: Partial<TextFormat>) => this.#inText((selection) => applyFormat(selection, format))
  clear = () => this.#inText(clearFormat)
  write = (letters: Letter[]) => this.#inText((selection) => insertLetters(selection, letters))
  indent = (isOutward: boolean) => this.#inText(({ editable }) => indent(editable, isOutward))
  convert = (into: TextKind) => this.#toBlock((block) => convert(this.#editor, block, into))
  align = (alignment: Align) => this.#changeWithin(({ holder }) => alignWithin(holder, alignment))
  move = (by: -1 | 1) => this.#toBlock((block) => moveBlock(this.#editor, block, by))
  remove = () => this.#toBlock(({ id }) => this.#editor.blocks.delete(this.#editor.blocks.getBlockIndex(id)))
  changeTable = (command: TableCommand) => this.#changeWithin((block) => block.call(command))

  insert = (blocks: Block[]) =>
    this.#change(async () => {
      const block = this.#caret.block()
      if (block !== undefined) await insertBlocks(this.#editor, block, blocks)
    })

  /** The selection, even if the toolbar or a dialog has taken the focus. */
  selection(): TextSelection | null {
    return this.#caret.selection()
  }

  /** Whether a link at the caret would have no text. */
  needsLinkText(): boolean {
    const selection = this.selection()
    return selection !== null && selection.start === selection.end && !this.#caret.isInWordOrLink()
  }

  /** Returns the focus to the last selection, or to the given one. */
  focus(selection: TextSelection | null = this.selection()): void {
    this.#caret.restore(selection)
    this.#reportCaretState()
  }

  #updateCaret(): void {
    if (this.#caret.update()) this.#reportCaretState()
  }

  #reportCaretState(): void {
    const { canUndo, canRedo } = this.#recorder
    this.#listener.onCaretState({ ...this.#caret.state(), canUndo: canUndo(), canRedo: canRedo() })
  }

  #noteTyping(): void {
    this.#listener.onTouch()
    this.#typing ??= setTimeout(() => {
      this.#typing = undefined
      void this.commit()
    }, typingPauseMs)
  }

  /** Runs a text command without queueing it behind earlier steps, because typing continues immediately. */
  #inText(work: (selection: TextSelection) => void): Promise<void> {
    this.#updateCaret()
    const selection = this.selection()
    if (selection === null) return Promise.resolve()
    if (document.activeElement !== selection.editable) select(selection)
    work(selection)
    this.#listener.onTouch()
    return this.commit()
  }

  #toBlock(work: (block: BlockAPI) => void | Promise<void>): Promise<void> {
    return this.#change(async () => {
      const block = this.#caret.block()
      const selection = this.selection()
      if (block !== undefined) await work(block)
      this.#caret.returnToText(selection, block)
    })
  }

  /** Runs a change that Editor.js doesn't notice by itself. */
  #changeWithin(work: (block: BlockAPI) => void): Promise<void> {
    return this.#toBlock((block) => {
      work(block)
      block.dispatchChange()
    })
  }

  #change(work: () => Promise<void>): Promise<void> {
    this.#updateCaret()
    this.#listener.onTouch()
    return this.#reportAfter(this.#recorder.change(work))
  }

  async #reportAfter(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      logFailure('An editor command failed', error)
    }
    if (this.#stop.signal.aborted) return
    this.#updateCaret()
    this.#reportCaretState()
    this.#listener.onContent(toHtml(this.#recorder.content()))
  }

  #paste(clipboard: DataTransfer): boolean {
    const pasted = readClipboard(clipboard)
    if (pasted === null) return false
    if (pasted.kind === 'pictures') this.#drop(pasted.files, null)
    else if (pasted.kind === 'inline') void this.write(pasted.letters)
    else void this.insert(pasted.blocks)
    return true
  }

  #drop(files: File[], onto: Element | null): void {
    if (onto !== null) this.#caret.moveTo(onto)
    void this.#toBlock((block) => insertPictures(this.#editor, block, files))
  }
}
