/**
 * Lets a button open a part of the page, which style sheets hide by the button's aria-expanded. Escape, a link in `root`,
 * and a press or the focus outside of it close the part.
 * @param isOnTop Escape closes only this part, wherever the focus is; else something inside may take it first
 */
export function startMenu(root: HTMLElement, button: HTMLElement, isOnTop = false) {
  const isOpen = () => button.ariaExpanded === 'true'
  const setOpen = (open: boolean) => {
    button.ariaExpanded = String(open)
    const focused = document.activeElement
    // The focus would be lost with what is hidden.
    if (root.contains(focused) && focused?.checkVisibility() === false) button.focus()
  }
  const closeUnlessInside = (target: EventTarget | null) => {
    if (target instanceof Node && !root.contains(target)) setOpen(false)
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen()) return
    if (isOnTop) event.stopPropagation()
    setOpen(false)
  }

  button.addEventListener('click', () => setOpen(!isOpen()))
  root.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) setOpen(false)
  })
  root.addEventListener('focusout', ({ relatedTarget }) => closeUnlessInside(relatedTarget))
  document.addEventListener('pointerdown', ({ target }) => closeUnlessInside(target))
  document.addEventListener('keydown', closeOnEscape, { capture: isOnTop })
  return { isOpen, setOpen }
}
