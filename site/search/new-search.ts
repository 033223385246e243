import { clearSearch } from './stored-result.ts'

/** The home page, opened for a new search; #symbol is also the id of its field. */
const newSearchAddress = '/#symbol'

/** Lets 'New Search' in the menu clear the last search and open the home page with the focus in its field. */
export function startNewSearch(): void {
  document.querySelector<HTMLElement>('[data-new-search]')?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    clearSearch()
    if (location.pathname !== '/') return location.assign(newSearchAddress)
    window.scrollTo({ top: 0, behavior: 'instant' })
    focusSearchField()
  })
  if (location.pathname + location.hash !== newSearchAddress) return
  // A reload is not a new search.
  history.replaceState(history.state, '', location.pathname + location.search)
  focusSearchField()
}

function focusSearchField(): void {
  document.getElementById('symbol')?.focus()
}
