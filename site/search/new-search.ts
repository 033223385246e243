import { newSearchAddress } from './new-search-address.ts'
import { clearSearch } from './search-store.ts'

/** 'New Search' clears the last one; the symbol field of the home page then takes the focus by itself. */
export function startNewSearch(): void {
  document.querySelector<HTMLElement>('[data-new-search]')?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    clearSearch()
    if (location.pathname === '/') window.scrollTo({ top: 0, behavior: 'instant' })
    else location.assign(newSearchAddress)
  })
}
