import { type StockSearchAction, stockSearchReducer } from './search-state.ts'
import { $stockSearch } from './search-store.ts'

export function dispatchSearch(action: StockSearchAction): void {
  $stockSearch.set(stockSearchReducer($stockSearch.get(), action))
}
