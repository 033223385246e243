import { logFailure } from '../lib/log.ts'

/**
 * The search field of the header: '/' leads to it, and the part that finds funds comes when it is touched. Until
 * then, and where that part does not load, the form opens the list of all funds.
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
  // The field may have been touched before this script came.
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
