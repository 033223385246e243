import { findClearPlace } from './clear-place.ts'

/** What the operator may press next; under a modal dialog that is only what stands in it. */
const controls = 'button, input, select, textarea, summary, a[href]'

/**
 * Moves a notice away from what could be pressed under it, when it comes and while the page is scrolled.
 * @returns ends that
 */
export function keepToastsClear(): () => void {
  const region = document.querySelector<HTMLElement>('.toast-region')
  if (region === null) return () => undefined
  let frame = 0

  function place(region: HTMLElement) {
    // Not from under the pointer that goes for its link.
    if (region.matches(':hover')) return
    region.style.removeProperty('inset-block-end')
    region.style.removeProperty('inset-inline-end')
    const usual = region.getBoundingClientRect()
    if (usual.height === 0) return
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

  const placeSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => place(region))
  }
  const observer = new MutationObserver(() => place(region))
  observer.observe(region, { childList: true, subtree: true })
  window.addEventListener('scroll', placeSoon, { passive: true })
  window.addEventListener('resize', placeSoon)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    window.removeEventListener('scroll', placeSoon)
    window.removeEventListener('resize', placeSoon)
  }
}

/** Not above or below the window, and not scrolled out of a box of its own; a notice on top makes no difference. */
function isInSight(control: Element, { left, right, top, bottom }: DOMRect): boolean {
  return document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(control)
}
