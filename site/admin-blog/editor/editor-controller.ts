import { logFailure } from '../../lib/log.ts'
import type { Align, Block } from '../markup/blocks.ts'
import { fromHtml } from '../markup/from-html.ts'
import type { TextFormat, TextSpan } from '../markup/text-spans.ts'
import { toHtml } from '../markup/to-html.ts'
import {
  align,
  changeTable,
  convert,
  indent,
  insertBlocks,
  insertPictures,
  move,
  remove
} from './block-commands.ts'
import { CaretTracker } from './caret-tracker.ts'
import { readClipboard } from './clipboard.ts'
import type { TextKind } from './convert-block.ts'
import { createEditor, drawBlocks, readBlocks } from './create-editor.ts'
import type { EditorListener } from './editor-listener.ts'
import type { BlockAPI, EditorJs } from './editorjs-types.ts'
import { applyFormat, clearFormat, insertSpans, type ToggledFormat, toggleFormat } from './format-text.ts'
import { redo, undo } from './history.ts'
import { watchInput } from './input.ts'
import { startRecorder } from './recorder.ts'
import { type Bookmark, select, type TextSelection } from './text-selection.ts'
import type { TableCommand } from './tools/post-table.ts'

/** Where the text is written, and the element behind it to which the focus goes when somebody leaves it. */
type EditorFrame = { area: HTMLElement; end: HTMLElement }

const typingPauseMs = 1000

/** The text and all that can be done to it. Whatever changes it is one step for undo. */
export class EditorController {
  readonly #editor: EditorJs
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
    editor: EditorJs,
    { area, end }: EditorFrame,
    blocks: Block[],
    listener: EditorListener
  ) {
    this.#editor = editor
    this.#listener = listener
    this.#caret = new CaretTracker(editor, area)
    this.#recorder = startRecorder<Block[], Bookmark | null>(blocks, {
      // A closed editor cannot be read any more.
      read: async () => (this.#stop.signal.aborted ? this.#recorder.content() : readBlocks(editor)),
      write: (content, bookmark) => drawBlocks(editor, area, content, bookmark),
      caretNow: () => this.#caret.bookmark()
    })
    const signal = this.#stop.signal
    document.addEventListener('selectionchange', () => this.#updateCaret(), { signal })
    area.addEventListener('focusin', () => this.#updateCaret(), { signal })
    area.addEventListener('input', () => this.#noteTyping(), { signal })
    const handlers = {
      end,
      onCommand: listener.onKeyCommand,
      onToolbar: listener.onToolbar,
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

  /** The HTML of the text as it is now. */
  async html(): Promise<string> {
    await this.#recorder.commit()
    return toHtml(this.#recorder.content())
  }

  commit(): Promise<void> {
    return this.#reportAfter(this.#recorder.commit())
  }

  undo = () => this.#reportAfter(this.#recorder.step(undo))
  redo = () => this.#reportAfter(this.#recorder.step(redo))
  toggle = (name: ToggledFormat) => this.#inText((selection) => toggleFormat(selection, name))
  format = (format: Partial<TextFormat>) => this.#inText((selection) => applyFormat(selection, format))
  clearFormat = () => this.#inText(clearFormat)
  write = (spans: TextSpan[]) => this.#inText((selection) => insertSpans(selection, spans))
  indent = (isOutward: boolean) => this.#inText(({ editable }) => indent(editable, isOutward))
  convert = (into: TextKind) => this.#toBlock((block) => convert(this.#editor, block, into))
  align = (alignment: Align) => this.#toBlock((block) => align(block, alignment))
  move = (by: -1 | 1) => this.#toBlock((block) => move(this.#editor, block, by))
  remove = () => this.#toBlock((block) => remove(this.#editor, block))
  changeTable = (command: TableCommand) => this.#toBlock((block) => changeTable(block, command))

  insert = (blocks: Block[]) =>
    this.#change(async () => {
      const block = this.#caret.block()
      if (block !== undefined) await insertBlocks(this.#editor, block, blocks)
    })

  /** Where the caret is, or was before the toolbar or a dialog took the focus. */
  selection(): TextSelection | null {
    return this.#caret.selection()
  }

  /** A link added here would have no text. */
  needsLinkText(): boolean {
    const selection = this.selection()
    return selection !== null && selection.start === selection.end && !this.#caret.isInWordOrLink()
  }

  /** Back to where the caret was, or to a selection read before a dialog opened. */
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

  /** Not queued behind earlier steps: whoever presses a key goes on typing at once. */
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
      this.#caret.keepIn(selection, block)
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
      logFailure('The editor could not do this', error)
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
    else if (pasted.kind === 'inline') void this.write(pasted.spans)
    else void this.insert(pasted.blocks)
    return true
  }

  #drop(files: File[], onto: Element | null): void {
    if (onto !== null) this.#caret.moveTo(onto)
    void this.#toBlock((block) => insertPictures(this.#editor, block, files))
  }
}
