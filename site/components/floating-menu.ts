const openDelayMs = 100
const closeDelayMs = 1000
/** A click this soon after the pointer opened the menu meant to open it, not to close it again. */
const sameGestureMs = 250

/** Opens under a resting mouse and at a click or key, closes when the mouse has left for a while. */
export function startFloatingMenu(): void {
  const menu = document.querySelector<HTMLElement>('.floating-menu')
  const button = menu?.querySelector<HTMLButtonElement>('.floating-menu__button')
  const panel = menu?.querySelector<HTMLElement>('.floating-menu__panel')
  if (!menu || !button || !panel) return

  let timer: number | undefined
  let hoverOpenedAt = Number.NEGATIVE_INFINITY

  const setOpen = (open: boolean) => {
    clearTimeout(timer)
    panel.hidden = !open
    button.setAttribute('aria-expanded', String(open))
  }

  menu.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType !== 'mouse') return
    clearTimeout(timer)
    if (!panel.hidden) return
    timer = window.setTimeout(() => {
      hoverOpenedAt = performance.now()
      setOpen(true)
    }, openDelayMs)
  })
  menu.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType !== 'mouse') return
    clearTimeout(timer)
    timer = window.setTimeout(() => setOpen(false), closeDelayMs)
  })
  button.addEventListener('click', () => {
    setOpen(panel.hidden !== false || performance.now() - hoverOpenedAt < sameGestureMs)
    hoverOpenedAt = Number.NEGATIVE_INFINITY
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) setOpen(false)
  })
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || panel.hidden) return
    setOpen(false)
    button.focus()
  })
}
