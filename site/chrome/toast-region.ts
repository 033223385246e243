import { $toast, dismissToast, type Toast } from '../ui/toast.ts'
import { type PausableTimer, startPausableTimer } from './pausable-timer.ts'
import { onSwipeRight } from './swipe.ts'

function drawToast(template: HTMLTemplateElement, toast: Toast): HTMLElement | null {
  const copy = template.content.cloneNode(true)
  const element = copy instanceof DocumentFragment ? copy.querySelector<HTMLElement>('.toast') : null
  const title = element?.querySelector('.toast__title')
  const message = element?.querySelector('.toast__message')
  const link = element?.querySelector('a')
  if (!element || !title || !message || !link) return null

  element.dataset['kind'] = toast.kind
  title.textContent = toast.title
  message.textContent = toast.message
  if (toast.link) {
    link.href = toast.link.href
    link.prepend(toast.link.text)
  } else link.remove()
  element.querySelector('.toast__close')?.addEventListener('click', () => dismissToast(toast.id))
  onSwipeRight(element, () => dismissToast(toast.id))
  return element
}

/** The toast does not expire while the pointer or the focus is on it. */
function pauseWhileUsed(element: HTMLElement, timer: PausableTimer): void {
  let isPointedAt = false
  let isFocused = false
  const follow = ({ type }: Event) => {
    if (type.startsWith('pointer')) isPointedAt = type === 'pointerenter'
    else isFocused = type === 'focusin'
    if (isPointedAt || isFocused) timer.pause()
    else timer.resume()
  }
  for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
    element.addEventListener(type, follow)
}

/** A modal dialog is in the top layer, above everything but a popover that opens after it. */
function liftAboveDialog(toasts: HTMLElement | null): void {
  toasts?.removeAttribute('popover')
  if (toasts === null || document.querySelector('dialog:modal') === null) return
  toasts.popover = 'manual'
  toasts.showPopover()
}

/** Shows the toast of the store. Errors interrupt a screen reader, other toasts wait their turn. */
export function startToastRegion(): void {
  const polite = document.querySelector('[data-toast-polite]')
  const assertive = document.querySelector('[data-toast-assertive]')
  const template = document.querySelector<HTMLTemplateElement>('#toast-template')
  if (!polite || !assertive || !template) return
  let timer: PausableTimer | null = null
  let shown: HTMLElement | null = null
  let focusedBefore: HTMLElement | null = null

  $toast.subscribe((toast) => {
    timer?.stop()
    if (shown?.contains(document.activeElement)) focusedBefore?.focus()
    shown?.remove()
    shown = toast && drawToast(template, toast)
    if (!toast || !shown) return
    shown.addEventListener('focusin', ({ relatedTarget }) => {
      if (relatedTarget instanceof HTMLElement && !shown?.contains(relatedTarget))
        focusedBefore = relatedTarget
    })
    timer = startPausableTimer(toast.durationMs, () => dismissToast(toast.id))
    pauseWhileUsed(shown, timer)
    const region = toast.kind === 'error' ? assertive : polite
    region.append(shown)
    liftAboveDialog(region.parentElement)
  })

  document.addEventListener('keydown', ({ key }) => {
    const toast = $toast.get()
    if (key === 'Escape' && toast) dismissToast(toast.id)
  })
}
