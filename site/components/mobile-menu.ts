/**
 * The burger opens a modal dialog: the browser keeps the focus inside, closes on Escape and gives the
 * focus back. Ours to add: a click beside the sheet, and a window grown too wide for a burger.
 */
export function startMobileMenu(): void {
  const menu = document.querySelector<HTMLDialogElement>('.mobile-menu')
  const burger = document.querySelector<HTMLButtonElement>('[data-menu-open]')
  if (!menu || !burger) return

  burger.addEventListener('click', () => {
    menu.showModal()
    burger.setAttribute('aria-expanded', 'true')
  })
  menu.addEventListener('close', () => burger.setAttribute('aria-expanded', 'false'))
  menu.addEventListener('click', ({ target }) => {
    if (target === menu || (target instanceof Element && target.closest('[data-menu-close], a'))) menu.close()
  })
  matchMedia('(min-width: 48rem)').addEventListener('change', ({ matches }) => {
    if (matches) menu.close()
  })
}
