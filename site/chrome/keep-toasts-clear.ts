import { findClearPlace } from './clear-place.ts'

/** What the operator may press next; under a modal dialog that is only what stands in it. */
const controls = 'button, input, select, textarea, summary, a[href]'

const lookEveryMs = 200

/**
 * Moves a notice away from what could be pressed under it, for as long as it is shown.
 * @returns ends that
 */
export function keepToastsClear(): () => void {
  const region = document.querySelector<HTMLElement>('.toast-region')
  if (region === null) return () => undefined
  let timer = 0

  function place(region: HTMLElement) {
    // Not from under the pointer that is on its link.
    if (region.querySelector(':is(a, button):hover') !== null) return
    region.style.removeProperty('inset-block-end')
    region.style.removeProperty('inset-inline-end')
    // A DOMRect has no properties of its own that could be copied.
    const { left, right: usualRight, top, bottom: usualBottom } = region.getBoundingClientRect()
    if (top === usualBottom) return
    const usual = { left, right: usualRight, top, bottom: usualBottom }
    const scope = document.querySelector('dialog:modal') ?? document.querySelector('main')
    const shown = [...(scope?.querySelectorAll(controls) ?? [])].flatMap((one) => {
      const box = one.getBoundingClientRect()
      return isInSight(one, box) ? [box] : []
    })
    const { clientWidth } = document.documentElement
    const { right, bottom } = findClearPlace(usual, shown, clientWidth)
    const { insetBlockEnd, insetInlineEnd } = getComputedStyle(region)
    region.style.insetBlockEnd = `${Number.parseFloat(insetBlockEnd) + usual.bottom - bottom}px`
    region.style.insetInlineEnd = `${Number.parseFloat(insetInlineEnd) + usual.right - right}px`
  }

  // Lists that load, dialogs that close and scrolling move what lies under it; one look covers them all.
  const watch = () => {
    clearInterval(timer)
    if (region.childElementCount === 0) return
    place(region)
    timer = window.setInterval(() => place(region), lookEveryMs)
  }
  const observer = new MutationObserver(watch)
  observer.observe(region, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    clearInterval(timer)
  }
}

/** Not above or below the window, and not scrolled out of a box of its own; a notice on top makes no difference. */
function isInSight(control: Element, { left, right, top, bottom }: DOMRect): boolean {
  return document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(control)
}
