const thresholdPx = 50

/** How far the element was pushed, and whether letting go there closes it. Only pushes to the right count. */
export function pushOf(startX: number, endX: number): { pushedPx: number; closes: boolean } {
  const pushedPx = Math.max(0, endX - startX)
  return { pushedPx, closes: pushedPx > thresholdPx }
}

/** Calls `onSwiped` when the element was pushed to the right by more than the threshold and let go. */
export function onSwipeRight(element: HTMLElement, onSwiped: () => void): void {
  let startX: number | null = null

  element.addEventListener('pointerdown', (event) => {
    if (startX !== null || event.button !== 0) return
    if (event.target instanceof Element && event.target.closest('button, a')) return
    startX = event.clientX
    element.setPointerCapture(event.pointerId)
  })
  element.addEventListener('pointermove', ({ clientX }) => {
    if (startX !== null) element.style.translate = `${pushOf(startX, clientX).pushedPx}px`
  })
  const release = ({ type, clientX }: PointerEvent) => {
    if (startX === null) return
    const { closes } = pushOf(startX, clientX)
    startX = null
    if (closes && type === 'pointerup') onSwiped()
    else element.style.translate = ''
  }
  element.addEventListener('pointerup', release)
  element.addEventListener('pointercancel', release)
}
