/**
 * The menu button opens a modal dialog; the browser keeps the focus inside, closes on Escape and returns the
 * focus. Added here: closing on a click beside the menu, and when the window gets too wide for it.
 */
export function startMobileMenu(): void {
  const menu = document.querySelector<HTMLDialogElement>('.mobile-menu')
  const button = document.querySelector<HTMLButtonElement>('[data-menu-open]')
  if (!menu || !button) return

  button.addEventListener('click', () => {
    menu.showModal()
    button.setAttribute('aria-expanded', 'true')
  })
  menu.addEventListener('close', () => button.setAttribute('aria-expanded', 'false'))
  menu.addEventListener('click', ({ target }) => {
    if (target === menu || (target instanceof Element && target.closest('[data-menu-close], a'))) menu.close()
  })
  matchMedia('(min-width: 48rem)').addEventListener('change', ({ matches }) => {
    if (matches) menu.close()
  })
}
