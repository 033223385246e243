import { commandOfKey, type KeyCommand } from './keys.ts'

type InputHandlers = {
  onCommand: (command: KeyCommand) => void
  onToolbar: () => void
  /** Behind the editor: where the focus goes when somebody leaves it. */
  end: HTMLElement
  onPaste: (clipboard: DataTransfer) => boolean
  onDrop: (files: File[], onto: Element | null) => void
}

/**
 * Keys, paste and drop in the editor area, before Editor.js sees them. With '/' and Tab it would open menus of its
 * own, which the toolbar replaces, or never let the keyboard out.
 */
export function watchInput(area: HTMLElement, handlers: InputHandlers, signal: AbortSignal): void {
  const early = { capture: true, signal }
  let isLeaving = false

  area.addEventListener('keydown', onKey, early)
  area.addEventListener('paste', onPaste, early)
  area.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), early)
  area.addEventListener('drop', onDrop, early)
  window.addEventListener('keydown', (event) => keepFromEditorJs(area, event), early)
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
    else if (event.key === '/') event.stopPropagation()
    isLeaving = event.key === 'Escape'
  }

  function onTab(event: KeyboardEvent) {
    const staysInside =
      event.target instanceof Element && event.target.matches('.cdx-list *, .ce-code__textarea')
    if (isLeaving) {
      event.stopPropagation()
      // The browser goes on from here: to what comes after the editor, or before it.
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
 * Editor.js listens on the document and follows Tab and the arrow keys wherever they are pressed, as long as it
 * remembers a block: Tab in the form below would lead back into the text. Stopped at the window, they still do what
 * the browser does with them; the toolbar, which has arrow keys of its own, listens there too (use-window-keys.ts).
 */
function keepFromEditorJs(area: HTMLElement, event: KeyboardEvent): void {
  if (event.target instanceof Node && area.contains(event.target)) return
  if (event.key === 'Tab' || event.key.startsWith('Arrow')) event.stopPropagation()
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
