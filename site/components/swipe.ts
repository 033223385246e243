/** Lets an element be pushed to the right and calls `onSwiped` when it was let go beyond `thresholdPx`. */
export function onSwipeRight(element: HTMLElement, thresholdPx: number, onSwiped: () => void): void {
  let startX: number | null = null

  element.addEventListener('pointerdown', (event) => {
    if (event.target instanceof Element && event.target.closest('button, a')) return
    startX = event.clientX
    element.setPointerCapture(event.pointerId)
  })
  element.addEventListener('pointermove', ({ clientX }) => {
    if (startX !== null) element.style.translate = `${Math.max(0, clientX - startX)}px`
  })
  const release = (endX: number | null) => {
    if (startX === null) return
    const pushedPx = endX === null ? 0 : endX - startX
    startX = null
    if (pushedPx > thresholdPx) onSwiped()
    else element.style.translate = ''
  }
  element.addEventListener('pointerup', ({ clientX }) => release(clientX))
  element.addEventListener('pointercancel', () => release(null))
}
