import type { StockResult } from '../../admin-api/contract/stock.ts'

/** State of the home page's search. `attempt` numbers searches, so that late answers are ignored. */
export type StockSearch =
  | { status: 'idle' }
  /** A stored result is being read. */
  | { status: 'restoring' }
  | { status: 'loading'; attempt: number; symbol: string; mode: SearchMode; previous: StockResult | null }
  /** `mode` is null for a restored result. */
  | { status: 'success'; stock: StockResult; mode: SearchMode | null }
  | {
      status: 'error'
      symbol: string
      message: string
      /** Whether the fund has a page of its own. */
      hasPage: boolean
      previous: StockResult | null
    }

/** A quiet search logs its failures to the console and does not move the focus. */
export type SearchMode = 'announced' | 'quiet'

export type StockSearchAction =
  | { type: 'started'; attempt: number; symbol: string; mode: SearchMode }
  | { type: 'found'; attempt: number; stock: StockResult }
  | { type: 'failed'; attempt: number; message: string; hasPage: boolean }
  | { type: 'restoring' }
  | { type: 'restored'; stock: StockResult | null }

export function stockSearchReducer(state: StockSearch, action: StockSearchAction): StockSearch {
  switch (action.type) {
    case 'started': {
      const { type, ...search } = action
      return { ...search, status: 'loading', previous: shownStock(state) }
    }
    case 'found':
      return isAwaited(state, action.attempt)
        ? { status: 'success', stock: action.stock, mode: state.mode }
        : state
    case 'failed': {
      if (!isAwaited(state, action.attempt)) return state
      const { symbol, previous } = state
      return { status: 'error', symbol, message: action.message, hasPage: action.hasPage, previous }
    }
    case 'restoring':
      return state.status === 'idle' ? { status: 'restoring' } : state
    case 'restored':
      if (state.status !== 'restoring') return state
      return action.stock === null
        ? { status: 'idle' }
        : { status: 'success', stock: action.stock, mode: null }
  }
}

/** The result on screen: the last good one while a search runs or after one has failed. */
export function shownStock(state: StockSearch): StockResult | null {
  if (state.status === 'success') return state.stock
  return 'previous' in state ? state.previous : null
}

/** Whether the answer to this attempt is still awaited. */
export function isAwaited(
  state: StockSearch,
  attempt: number
): state is Extract<StockSearch, { status: 'loading' }> {
  return state.status === 'loading' && state.attempt === attempt
}
