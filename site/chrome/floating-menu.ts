const openDelayMs = 100
const closeDelayMs = 1000
/** A click this soon after hovering opened the menu was meant to open it, and does not close it. */
const sameGestureMs = 250

/** Opens the menu on hover, click or key; closes it when the pointer has left for a second. */
export function startFloatingMenu(): void {
  const menu = document.querySelector<HTMLElement>('.floating-menu')
  const button = menu?.querySelector<HTMLButtonElement>('.floating-menu__button')
  const panel = menu?.querySelector<HTMLElement>('.floating-menu__panel')
  if (!menu || !button || !panel) return

  let timer: number | undefined
  let hoverOpenedAt = Number.NEGATIVE_INFINITY

  const setOpen = (open: boolean) => {
    clearTimeout(timer)
    if (!open && panel.contains(document.activeElement)) button.focus()
    panel.hidden = !open
    button.setAttribute('aria-expanded', String(open))
  }
  const closeUnlessInside = (target: EventTarget | null) => {
    if (target instanceof Node && !menu.contains(target)) setOpen(false)
  }

  menu.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType === 'touch') return
    clearTimeout(timer)
    if (!panel.hidden) return
    timer = window.setTimeout(() => {
      hoverOpenedAt = performance.now()
      setOpen(true)
    }, openDelayMs)
  })
  menu.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'touch') return
    clearTimeout(timer)
    timer = window.setTimeout(() => setOpen(false), closeDelayMs)
  })
  button.addEventListener('click', () => {
    setOpen(panel.hidden !== false || performance.now() - hoverOpenedAt < sameGestureMs)
    hoverOpenedAt = Number.NEGATIVE_INFINITY
  })
  panel.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) setOpen(false)
  })
  document.addEventListener('pointerdown', ({ target }) => closeUnlessInside(target))
  menu.addEventListener('focusout', ({ relatedTarget }) => closeUnlessInside(relatedTarget))
  // Listens on the document, because a menu opened by hovering has no focus, and in the capture phase, so that Escape
  // closes only the menu.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || panel.hidden) return
    event.stopPropagation()
    setOpen(false)
  }
  document.addEventListener('keydown', closeOnEscape, { capture: true })
}
