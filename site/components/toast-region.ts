import { $toast, dismissToast, type Toast } from '../stores/toast.ts'
import { type PausableTimer, startPausableTimer } from './pausable-timer.ts'
import { onSwipeRight } from './swipe.ts'

const swipeThresholdPx = 50

function drawToast(template: HTMLTemplateElement, toast: Toast, timer: PausableTimer): HTMLElement | null {
  const copy = template.content.cloneNode(true)
  const element = copy instanceof DocumentFragment ? copy.querySelector<HTMLElement>('.toast') : null
  const title = element?.querySelector('.toast__title')
  const message = element?.querySelector('.toast__message')
  if (!element || !title || !message) return null

  element.dataset['kind'] = toast.kind
  title.textContent = toast.title
  message.textContent = toast.message
  element.querySelector('.toast__close')?.addEventListener('click', () => dismissToast(toast.id))
  for (const type of ['pointerenter', 'focusin']) element.addEventListener(type, timer.pause)
  for (const type of ['pointerleave', 'focusout'])
    element.addEventListener(type, () => {
      if (!element.matches(':hover, :focus-within')) timer.resume()
    })
  onSwipeRight(element, swipeThresholdPx, () => dismissToast(toast.id))
  return element
}

/** Shows whatever toast the store holds; errors interrupt a screen reader, the others wait their turn. */
export function startToastRegion(): void {
  const polite = document.querySelector('[data-toast-polite]')
  const assertive = document.querySelector('[data-toast-assertive]')
  const template = document.querySelector<HTMLTemplateElement>('#toast-template')
  if (!polite || !assertive || !template) return
  let timer: PausableTimer | null = null

  $toast.subscribe((toast) => {
    timer?.stop()
    timer = null
    polite.replaceChildren()
    assertive.replaceChildren()
    if (!toast) return
    timer = startPausableTimer(toast.durationMs, () => dismissToast(toast.id))
    const element = drawToast(template, toast, timer)
    if (element) (toast.kind === 'error' ? assertive : polite).append(element)
  })

  document.addEventListener('keydown', ({ key }) => {
    const toast = $toast.get()
    if (key === 'Escape' && toast) dismissToast(toast.id)
  })
}
