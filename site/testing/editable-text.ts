import { setTimeout } from 'node:timers/promises'
import { vi } from 'vitest'
import { completeDialogs } from './dialogs.ts'

/** Gives jsdom what Editor.js and the editor need of a browser and jsdom leaves out: nothing is laid out there. */
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
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  completeDialogs()
}

/** Editor.js still looks at the selection a moment after it was destroyed; jsdom must not be gone by then. */
export async function outliveEditorTimers(): Promise<void> {
  await setTimeout(500)
}
