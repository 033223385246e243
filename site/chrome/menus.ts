/** The menu of a narrow screen: its button toggles it; Escape, a link, and a click or focus elsewhere close it. */
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

/** The groups of links in the footer of a narrow screen: each button folds its own. */
export function startFooterGroups(): void {
  for (const group of document.querySelectorAll<HTMLElement>('[data-footer-group]')) {
    const toggle = group.querySelector('button')
    toggle?.addEventListener('click', () => {
      const isOpen = group.toggleAttribute('data-open')
      toggle.setAttribute('aria-expanded', String(isOpen))
    })
  }
}
