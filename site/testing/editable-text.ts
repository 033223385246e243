import { setTimeout } from 'node:timers/promises'
import { completeDialogs, completePopovers } from './dialogs.ts'

/** Adds to jsdom the parts of a browser that the editor needs, without layout. */
export function completeEditableText(): void {
  Object.defineProperty(HTMLElement.prototype, 'contentEditable', {
    configurable: true,
    get(this: HTMLElement) {
      return this.getAttribute('contenteditable') ?? 'inherit'
    },
    set(this: HTMLElement, value: string) {
      this.setAttribute('contenteditable', value)
    }
  })
  Range.prototype.getBoundingClientRect = () => new DOMRect()
  Element.prototype.scrollIntoView = () => {}
  document.elementFromPoint = () => null
  document.queryCommandState = () => false
  // Stays after the test: Editor.js drops modules, and fails later, if an editor opens without it.
  Object.assign(window, { matchMedia: () => ({ matches: false }) })
  completeDialogs()
  completePopovers()
}

/** Waits until Editor.js, which reads the selection shortly after it was destroyed, no longer needs jsdom. */
export async function outliveEditorTimers(): Promise<void> {
  await setTimeout(500)
}
