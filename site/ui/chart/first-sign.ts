/** Events that show that a visitor is about to use a chart. */
const signs = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click']

/**
 * Waits for the first sign that a visitor is about to use a chart that the server rendered, or its buttons. `start` loads
 * what renders it again, and calls `repeat` once that is on the page: taps, keys and clicks since then are repeated there.
 */
export function onFirstSign(
  element: HTMLElement,
  start: (repeat: (live: HTMLElement) => void) => void
): () => void {
  const repeats: ((live: HTMLElement) => void)[] = []
  let isStarted = false
  const note = (event: Event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const chart = target.closest('.chart')
    const button = target.closest('button')
    if (chart === null && button?.closest('.chart-frame') == null) return
    // The pointer may not move again.
    const pointer = { pointerdown: 'pointerdown', pointerover: 'pointermove' }[event.type]
    if (chart !== null && pointer !== undefined)
      repeats.push((live) => chartIn(live, chart)?.dispatchEvent(new PointerEvent(pointer, event)))
    else if (chart !== null && event.type === 'focusin')
      repeats.push((live) => chartIn(live, chart)?.focus({ preventScroll: true }))
    else if (chart !== null && event instanceof KeyboardEvent)
      repeats.push((live) => chartIn(live, chart)?.dispatchEvent(new KeyboardEvent('keydown', event)))
    else if (button !== null && event.type === 'click')
      repeats.push((live) => {
        const all = [...live.querySelectorAll('button')]
        all.find(({ textContent }) => textContent === button.textContent)?.click()
      })
    if (isStarted) return
    isStarted = true
    start((live) => {
      stop()
      for (const repeat of repeats) repeat(live)
    })
  }
  const stop = () => {
    for (const sign of signs) element.removeEventListener(sign, note)
  }
  for (const sign of signs) element.addEventListener(sign, note)
  return stop
}

function chartIn(live: HTMLElement, before: Element): HTMLElement | null {
  const name = before.getAttribute('aria-label')
  const all = [...live.querySelectorAll<HTMLElement>('.chart')]
  return all.find((chart) => chart.getAttribute('aria-label') === name) ?? all[0] ?? null
}
