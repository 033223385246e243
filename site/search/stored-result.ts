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
