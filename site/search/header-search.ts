import { logFailure } from '../lib/log.ts'

/**
 * Starts the header's search field: '/' focuses it, and the code that finds funds is loaded on focus. Until then, and
 * if it does not load, the form opens the table of all funds.
 */
export function startHeaderSearch(): void {
  const form = document.querySelector<HTMLFormElement>('[data-header-search]')
  const input = form?.querySelector('input')
  if (!form || !input) return

  const load = (knownText: string) => {
    import('./find-fund-page.ts')
      .then(({ startFindingFundPages }) => startFindingFundPages(form, input, knownText))
      .catch((error: unknown) => logFailure('The fund search did not load', error))
  }
  // The field may have been focused before this script loaded.
  if (document.activeElement === input) load('')
  else input.addEventListener('focus', () => load(input.value), { once: true })

  document.addEventListener('keydown', (event) => {
    const isTyped =
      event.target instanceof Element && event.target.closest('input, textarea, select') !== null
    const isEdited = event.target instanceof HTMLElement && event.target.isContentEditable
    const isOther = event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey
    if (isOther || isTyped || isEdited || document.querySelector('dialog:modal') !== null) return
    event.preventDefault()
    // On a phone the field is in the menu.
    if (!input.checkVisibility()) document.querySelector<HTMLElement>('[data-menu-toggle]')?.click()
    input.focus()
    input.select()
  })
}
