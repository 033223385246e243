import type { StockResult } from '../../admin-api/contract/stock.ts'
import { hasStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts'

/** Dispatched on window when the search is cleared: the search and its field listen. */
export const clearSearchEvent = 'doubloon:clear-search'

/** Clears the home page's search from any page: removes the result and its storage, and cancels a running search. */
export function clearSearch(): void {
  removeStored('localStorage', storageKeys.stockData)
  removeStored('localStorage', storageKeys.lastSearch)
  removeStored('sessionStorage', storageKeys.stockDataSession)
  window.dispatchEvent(new Event(clearSearchEvent))
}

export function saveResult(stock: StockResult, now: number): void {
  writeStored('localStorage', storageKeys.stockData, stock)
  writeStored('localStorage', storageKeys.lastSearch, { symbol: stock.symbol, searchedAt: now })
}

/** Saves a copy for this tab only. */
export function saveSessionCopy(stock: StockResult, now: number): void {
  writeStored('sessionStorage', storageKeys.stockDataSession, { savedAt: now, stock })
}

/** Whether something is stored; restoreResult() checks whether it is valid. */
export function hasStoredResult(): boolean {
  return (
    hasStored('sessionStorage', storageKeys.stockDataSession) ||
    hasStored('localStorage', storageKeys.stockData)
  )
}

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
