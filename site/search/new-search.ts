import { clearSearch } from './stored-result.ts'

/** The home page, opened for a new search; #symbol is also the id of its field. */
const newSearchAddress = '/#symbol'

/** Lets 'New Search' in the menu clear the last search and open the home page. */
export function startNewSearch(): void {
  document.querySelector<HTMLElement>('[data-new-search]')?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    clearSearch()
    if (location.pathname === '/') window.scrollTo({ top: 0, behavior: 'instant' })
    else location.assign(newSearchAddress)
  })
}

/** Whether the page was opened for a new search; a reload is not one, because the hash is removed. */
export function takeNewSearchRequest(): boolean {
  if (location.pathname + location.hash !== newSearchAddress) return false
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}
