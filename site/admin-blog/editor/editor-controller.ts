import type { BlockAPI } from '@editorjs/editorjs'
import { logFailure } from '../../lib/log.ts'
import type { Align, Block } from '../markup/blocks.ts'
import { fromHtml } from '../markup/from-html.ts'
import type { Letter, TextFormat } from '../markup/inline-html.ts'
import { toHtml } from '../markup/to-html.ts'
import { convert, indent, insertBlocks, insertPictures, moveBlock, type TextKind } from './block-commands.ts'
import { type CaretState, trackCaret } from './caret.ts'
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

/** An open editor. Commands apply to the last selection, and each is one undo step. */
export type EditorController = {
  close: () => void
  /** The current HTML of the text. */
  html: () => Promise<string>
  write: (letters: Letter[]) => Promise<void>
  insert: (blocks: Block[]) => Promise<void>
  undo: () => Promise<void>
  redo: () => Promise<void>
  bold: () => Promise<void>
  italic: () => Promise<void>
  underline: () => Promise<void>
  format: (format: Partial<TextFormat>) => Promise<void>
  clear: () => Promise<void>
  indent: (isOutward: boolean) => Promise<void>
  convert: (into: TextKind) => Promise<void>
  align: (alignment: Align) => Promise<void>
  move: (by: -1 | 1) => Promise<void>
  remove: () => Promise<void>
  changeTable: (command: TableCommand) => Promise<void>
  /** The selection, even if the toolbar or a dialog has taken the focus. */
  selection: () => TextSelection | null
  needsLinkText: () => boolean
  /** Returns the focus to the last selection, or to the given one. */
  focus: (selection?: TextSelection | null) => void
}

/** Opens the editor of a post. */
export async function openEditor(
  { area, end }: EditorFrame,
  html: string,
  listener: EditorListener
): Promise<EditorController> {
  const stop = new AbortController()
  const { signal } = stop
  let typing: ReturnType<typeof setTimeout> | undefined
  let isOpen = false
  const editor = await createEditor(area, fromHtml(html), () => {
    if (isOpen) void commit()
  })
  const caret = trackCaret(editor, area)
  const recorder = startRecorder<Block[], Bookmark | null>(await readBlocks(editor), {
    // A closed editor can't be read.
    read: async (): Promise<Block[]> => (signal.aborted ? recorder.content() : readBlocks(editor)),
    write: (content, bookmark) => renderBlocks(editor, area, content, bookmark),
    readCaret: () => caret.bookmark()
  })
  isOpen = true
  document.addEventListener('selectionchange', updateCaret, { signal })
  area.addEventListener('focusin', updateCaret, { signal })
  area.addEventListener('input', noteTyping, { signal })
  watchInput(area, { ...listener, end, onPaste: paste, onDrop: drop }, signal)
  updateCaret()

  function updateCaret(): void {
    if (caret.update()) reportCaretState()
  }

  function reportCaretState(): void {
    listener.onCaretState({ ...caret.state(), canUndo: recorder.canUndo(), canRedo: recorder.canRedo() })
  }

  function noteTyping(): void {
    listener.onTouch()
    typing ??= setTimeout(() => {
      typing = undefined
      void commit()
    }, typingPauseMs)
  }

  function commit(): Promise<void> {
    return reportAfter(recorder.commit())
  }

  async function reportAfter(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      logFailure('An editor command failed', error)
    }
    if (signal.aborted) return
    updateCaret()
    reportCaretState()
    listener.onContent(toHtml(recorder.content()))
  }

  /** Runs a text command without queueing it behind earlier steps, because typing continues immediately. */
  function inText(work: (selection: TextSelection) => void): Promise<void> {
    updateCaret()
    const selection = caret.selection()
    if (selection === null) return Promise.resolve()
    if (document.activeElement !== selection.editable) select(selection)
    work(selection)
    listener.onTouch()
    return commit()
  }

  function change(work: () => Promise<void>): Promise<void> {
    updateCaret()
    listener.onTouch()
    return reportAfter(recorder.change(work))
  }

  function toBlock(work: (block: BlockAPI) => void | Promise<void>): Promise<void> {
    return change(async () => {
      const block = caret.block()
      const selection = caret.selection()
      if (block !== undefined) await work(block)
      caret.returnToText(selection, block)
    })
  }

  /** Runs a change that Editor.js doesn't notice by itself. */
  function changeWithin(work: (block: BlockAPI) => void): Promise<void> {
    return toBlock((block) => {
      work(block)
      block.dispatchChange()
    })
  }

  const write = (letters: Letter[]) => inText((selection) => insertLetters(selection, letters))
  const insert = (blocks: Block[]) =>
    change(async () => {
      const block = caret.block()
      if (block !== undefined) await insertBlocks(editor, block, blocks)
    })

  function paste(clipboard: DataTransfer): boolean {
    const pasted = readClipboard(clipboard)
    if (pasted === null) return false
    if (pasted.kind === 'pictures') drop(pasted.files, null)
    else if (pasted.kind === 'inline') void write(pasted.letters)
    else void insert(pasted.blocks)
    return true
  }

  function drop(files: File[], onto: Element | null): void {
    if (onto !== null) caret.moveTo(onto)
    void toBlock((block) => insertPictures(editor, block, files))
  }

  return {
    close: () => {
      stop.abort()
      clearTimeout(typing)
      editor.destroy()
    },
    html: async () => {
      await recorder.commit()
      return toHtml(recorder.content())
    },
    write,
    insert,
    undo: () => reportAfter(recorder.undo()),
    redo: () => reportAfter(recorder.redo()),
    bold: () => inText((selection) => toggleFormat(selection, 'bold')),
    italic: () => inText((selection) => toggleFormat(selection, 'italic')),
    underline: () => inText((selection) => toggleFormat(selection, 'underline')),
    format: (format) => inText((selection) => applyFormat(selection, format)),
    clear: () => inText(clearFormat),
    indent: (isOutward) => inText(({ editable }) => indent(editable, isOutward)),
    convert: (into) => toBlock((block) => convert(editor, block, into)),
    align: (alignment) => changeWithin(({ holder }) => alignWithin(holder, alignment)),
    move: (by) => toBlock((block) => moveBlock(editor, block, by)),
    remove: () => toBlock(({ id }) => editor.blocks.delete(editor.blocks.getBlockIndex(id))),
    changeTable: (command) => changeWithin((block) => block.call(command)),
    selection: caret.selection,
    needsLinkText: caret.needsLinkText,
    focus: (selection = caret.selection()) => {
      caret.restore(selection)
      reportCaretState()
    }
  }
}
