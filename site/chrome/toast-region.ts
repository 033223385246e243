import { $toast, dismissToast, type Toast } from '../ui/toast.ts'

const swipeThresholdPx = 50

/** Shows the toast of the store. Errors interrupt a screen reader, other toasts wait. */
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
    shown = toast && renderToast(template, toast)
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

function renderToast(template: HTMLTemplateElement, toast: Toast): HTMLElement | null {
  const element = document.importNode(template.content, true).querySelector<HTMLElement>('.toast')
  const title = element?.querySelector('.toast__title')
  const message = element?.querySelector('.toast__message')
  const detail = element?.querySelector('.toast__detail')
  const link = element?.querySelector('a')
  const action = element?.querySelector('button')
  if (!element || !title || !message || !detail || !link || !action) return null

  element.dataset['kind'] = toast.kind
  title.textContent = toast.title
  message.textContent = toast.message
  if (toast.detail === undefined) detail.remove()
  else detail.textContent = toast.detail
  if (toast.link) {
    link.href = toast.link.href
    link.prepend(toast.link.text)
  } else link.remove()
  if (toast.action) {
    action.textContent = toast.action.text
    action.addEventListener('click', () => {
      dismissToast(toast.id)
      toast.action?.run()
    })
  } else action.remove()
  element.querySelector('.toast__close')?.addEventListener('click', () => dismissToast(toast.id))
  onSwipeRight(element, () => dismissToast(toast.id))
  return element
}

/** Keeps a toast from expiring while the pointer or the focus is on it. */
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

/** Reopens the toasts as a popover, because only a popover that opened after a modal dialog is above it. */
function liftAboveDialog(toasts: HTMLElement | null): void {
  toasts?.removeAttribute('popover')
  if (toasts === null || document.querySelector('dialog:modal') === null) return
  toasts.popover = 'manual'
  toasts.showPopover()
}

/** How far an element was swiped, and whether releasing it there closes it. Only swipes to the right count. */
export function swipeOf(startX: number, endX: number): { swipedPx: number; closes: boolean } {
  const swipedPx = Math.max(0, endX - startX)
  return { swipedPx, closes: swipedPx > swipeThresholdPx }
}

/** Calls `onSwiped` when the element was swiped to the right by more than the threshold and released. */
function onSwipeRight(element: HTMLElement, onSwiped: () => void): void {
  let startX: number | null = null

  element.addEventListener('pointerdown', (event) => {
    if (startX !== null || event.button !== 0) return
    if (event.target instanceof Element && event.target.closest('button, a')) return
    startX = event.clientX
    element.setPointerCapture(event.pointerId)
  })
  element.addEventListener('pointermove', ({ clientX }) => {
    if (startX !== null) element.style.translate = `${swipeOf(startX, clientX).swipedPx}px`
  })
  const release = ({ type, clientX }: PointerEvent) => {
    if (startX === null) return
    const { closes } = swipeOf(startX, clientX)
    startX = null
    if (closes && type === 'pointerup') onSwiped()
    else element.style.translate = ''
  }
  element.addEventListener('pointerup', release)
  element.addEventListener('pointercancel', release)
}

type PausableTimer = { pause: () => void; resume: () => void; stop: () => void }

/** Starts a timer that calls `onEnd` after `durationMs`, not counting the time it was paused. */
export function startPausableTimer(durationMs: number, onEnd: () => void): PausableTimer {
  let remainingMs = durationMs
  let startedAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(onEnd, remainingMs)
  let isStopped = false

  return {
    pause: () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      remainingMs -= performance.now() - startedAt
    },
    resume: () => {
      if (timer !== undefined || isStopped) return
      startedAt = performance.now()
      timer = setTimeout(onEnd, Math.max(0, remainingMs))
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    }
  }
}
