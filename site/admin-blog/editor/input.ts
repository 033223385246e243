import type { Block } from '../markup/blocks.ts'
import { fromHtml } from '../markup/from-html.ts'
import { escapeText, type Letter, parseInline } from '../markup/inline-html.ts'
import { commandOfKey, type KeyCommand } from './keys.ts'

export type InputHandlers = {
  onCommand: (command: KeyCommand) => void
  /** Moves the focus to the toolbar. */
  onToolbar: () => void
  /** Opens the list of block types. */
  onSlash: () => void
  /** Element after the editor, which receives the focus when the editor is left. */
  end: HTMLElement
  /** Returns whether the clipboard was pasted. */
  onPaste: (clipboard: DataTransfer) => boolean
  onDrop: (files: File[], onto: Element | null) => void
}

/**
 * Handles keys, paste and drop in the editor area before Editor.js does. Editor.js would open its own menus on '/' and
 * Tab, which the toolbar replaces, and would trap the keyboard focus.
 */
export function watchInput(area: HTMLElement, handlers: InputHandlers, signal: AbortSignal): void {
  const early = { capture: true, signal }
  let isLeaving = false

  area.addEventListener('keydown', onKey, early)
  area.addEventListener('paste', onPaste, early)
  area.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), early)
  area.addEventListener('drop', onDrop, early)
  window.addEventListener('keydown', (event) => hideFromEditorJs(area, event), early)

  function onKey(event: KeyboardEvent) {
    if (!event.isTrusted) return
    const command = commandOfKey(event)
    if (command !== null && !(isField(event.target) && command !== 'undo' && command !== 'redo')) {
      event.preventDefault()
      event.stopPropagation()
      handlers.onCommand(command)
    } else if (event.key === 'F10' && event.altKey) {
      event.preventDefault()
      handlers.onToolbar()
    } else if (event.key === 'Tab') onTab(event)
    else if (event.key === '/') onSlash(event)
    isLeaving = event.key === 'Escape'
  }

  /** In an empty paragraph '/' opens the list of block types; elsewhere it is text. */
  function onSlash(event: KeyboardEvent) {
    event.stopPropagation()
    const { target } = event
    if (!(target instanceof HTMLElement && target.matches('.ce-paragraph'))) return
    if (target.textContent !== '') return
    event.preventDefault()
    handlers.onSlash()
  }

  function onTab(event: KeyboardEvent) {
    const staysInside =
      event.target instanceof Element && event.target.matches('.cdx-list *, .ce-code__textarea')
    if (isLeaving) {
      event.stopPropagation()
      // From here, the browser moves the focus to the next or previous element on the page.
      if (event.shiftKey) area.focus()
      else handlers.end.focus()
    } else if (!staysInside) event.stopPropagation()
  }

  function onPaste(event: ClipboardEvent) {
    event.stopPropagation()
    if (isField(event.target) || event.clipboardData === null) return
    if (handlers.onPaste(event.clipboardData)) event.preventDefault()
  }

  function onDrop(event: DragEvent) {
    event.stopPropagation()
    if (!hasFiles(event)) return
    event.preventDefault()
    const onto = event.target instanceof Element ? event.target : null
    handlers.onDrop([...(event.dataTransfer?.files ?? [])], onto)
  }
}

/**
 * Hides keys from Editor.js, which listens on the document and handles Tab and arrow keys anywhere on the page while it
 * has a current block: Tab in the form below would return to the text. Stopped at the window, these keys keep their
 * default action. The toolbar, which uses arrow keys itself, therefore listens at the window, too (see useWindowKeys).
 */
function hideFromEditorJs(area: HTMLElement, event: KeyboardEvent): void {
  if (event.target instanceof Node && area.contains(event.target)) return
  if (event.key === 'Tab' || event.key.startsWith('Arrow')) event.stopPropagation()
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

type ClipboardContent =
  | { kind: 'pictures'; files: File[] }
  /** Text within a block. */
  | { kind: 'inline'; letters: Letter[] }
  | { kind: 'blocks'; blocks: Block[] }

export function readClipboard(clipboard: DataTransfer): ClipboardContent | null {
  const html = clipboard.getData('text/html')
  const text = clipboard.getData('text/plain')
  const files = [...clipboard.files].filter(({ type }) => type.startsWith('image/'))
  // Office programs also copy a picture of copied text.
  if (files.length > 0 && text === '') return { kind: 'pictures', files }
  const blocks = fromHtml(html === '' ? toParagraphs(text) : html)
  const [first, ...others] = blocks
  if (first === undefined) return null
  return others.length === 0 && first.type === 'paragraph' && first.tunes === undefined
    ? { kind: 'inline', letters: parseInline(first.data.text) }
    : { kind: 'blocks', blocks }
}

/** Converts plain text to HTML: an empty line starts a paragraph, any other line break a new line. */
function toParagraphs(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')
}
