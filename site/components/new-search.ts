import { clearSearchEvent, storageKeys } from '../lib/storage-keys.ts'

const focusDelayMs = 100
/** In the address of the home page: a new search was asked for elsewhere. */
const newSearchHash = '#symbol'

function forgetLastSearch(): void {
  try {
    localStorage.removeItem(storageKeys.lastSearch)
    localStorage.removeItem(storageKeys.stockData)
    sessionStorage.removeItem(storageKeys.stockDataSession)
  } catch {
    // Closed storage keeps nothing that would have to be forgotten.
  }
}

function focusSearch(): void {
  window.setTimeout(() => {
    const input = document.querySelector<HTMLInputElement>('#symbol')
    input?.focus()
    document.querySelector<HTMLButtonElement>('#symbol-clear')?.click()
  }, focusDelayMs)
}

/** 'New Search' empties what is kept of the last one; on the home page it needs no journey. */
export function startNewSearch(): void {
  document.querySelector<HTMLElement>('[data-new-search]')?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    forgetLastSearch()
    window.dispatchEvent(new Event(clearSearchEvent))
    if (location.pathname !== '/') return location.assign(`/${newSearchHash}`)
    window.scrollTo({ top: 0, behavior: 'instant' })
    focusSearch()
  })
}

/** The second half, on arrival at the home page: the focus, and an address without the request. */
export function finishNewSearch(): void {
  if (location.pathname !== '/' || location.hash !== newSearchHash) return
  history.replaceState(history.state, '', location.pathname + location.search)
  focusSearch()
}
