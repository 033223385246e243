import { actOfKey, type KeyAct } from './keys.ts'

type Hands = {
  onAct: (act: KeyAct) => void
  onToolbar: () => void
  /** Behind the editor: where the focus goes when somebody leaves it. */
  end: HTMLElement
  onPaste: (carried: DataTransfer) => boolean
  onDrop: (files: File[], onto: Element | null) => void
}

/**
 * Keys, paste and drop in the editor area, before Editor.js sees them. What it would do with '/' and Tab opens
 * menus of its own, which the toolbar stands in for, or keeps a keyboard inside for ever.
 */
export function watchHands(area: HTMLElement, hands: Hands): () => void {
  const stop = new AbortController()
  const early = { capture: true, signal: stop.signal }
  let isLeaving = false

  area.addEventListener('keydown', onKey, early)
  area.addEventListener('paste', onPaste, early)
  area.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), early)
  area.addEventListener('drop', onDrop, early)
  window.addEventListener('keydown', (event) => hideFromEditor(area, event), early)
  return () => stop.abort()

  function onKey(event: KeyboardEvent) {
    if (!event.isTrusted) return
    const act = actOfKey(event)
    if (act !== null && !(isField(event.target) && act !== 'undo' && act !== 'redo')) {
      event.preventDefault()
      event.stopPropagation()
      hands.onAct(act)
    } else if (event.key === 'F10' && event.altKey) {
      event.preventDefault()
      hands.onToolbar()
    } else if (event.key === 'Tab') onTab(event)
    else if (event.key === '/') event.stopPropagation()
    isLeaving = event.key === 'Escape'
  }

  function onTab(event: KeyboardEvent) {
    const staysInside =
      event.target instanceof Element && event.target.matches('.cdx-list *, .ce-code__textarea')
    if (isLeaving) {
      event.stopPropagation()
      // The browser goes on from here: to what stands behind the editor, or before it.
      if (event.shiftKey) area.focus()
      else hands.end.focus()
    } else if (!staysInside) event.stopPropagation()
  }

  function onPaste(event: ClipboardEvent) {
    event.stopPropagation()
    if (isField(event.target) || event.clipboardData === null) return
    if (hands.onPaste(event.clipboardData)) event.preventDefault()
  }

  function onDrop(event: DragEvent) {
    event.stopPropagation()
    if (!hasFiles(event)) return
    event.preventDefault()
    hands.onDrop(
      [...(event.dataTransfer?.files ?? [])],
      event.target instanceof Element ? event.target : null
    )
  }
}

/**
 * Editor.js listens on the document and acts on keys pressed anywhere as long as it remembers a block, so that Tab in
 * the form below would lead back into the text. It goes by the number of a key, which nothing else here reads.
 */
function hideFromEditor(area: HTMLElement, event: KeyboardEvent): void {
  if (event.target instanceof Node && area.contains(event.target)) return
  Object.defineProperty(event, 'keyCode', { value: 0 })
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
