/**
 * The menu of a narrow screen: the same button opens and closes it; so do Escape, which gives the focus back, and a
 * click or a step of the focus elsewhere.
 */
export function startMenu(): void {
  const header = document.querySelector<HTMLElement>('.site-header')
  const button = header?.querySelector<HTMLButtonElement>('[data-menu-toggle]')
  if (!header || !button) return

  const isOpen = () => button.ariaExpanded === 'true'
  const setOpen = (open: boolean) => {
    button.ariaExpanded = String(open)
  }
  const closeUnlessInside = (target: EventTarget | null) => {
    if (target instanceof Node && !header.contains(target)) setOpen(false)
  }

  button.addEventListener('click', () => setOpen(!isOpen()))
  header.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) setOpen(false)
  })
  header.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen()) return
    setOpen(false)
    button.focus()
  })
  header.addEventListener('focusout', ({ relatedTarget }) => closeUnlessInside(relatedTarget))
  document.addEventListener('pointerdown', ({ target }) => closeUnlessInside(target))
}
