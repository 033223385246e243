import type { StockResult } from '../../admin-api/contract/stock.ts'

/** The one search of the home page. `attempt` numbers searches, so that a late answer is known as late. */
export type StockSearch =
  | { status: 'idle' }
  /** A result of an earlier visit is being read from storage. */
  | { status: 'restoring' }
  | { status: 'loading'; attempt: number; symbol: string; how: SearchManner; previous: StockResult | null }
  /** `how` is null for a result of an earlier visit. */
  | { status: 'success'; stock: StockResult; how: SearchManner | null }
  | {
      status: 'error'
      symbol: string
      message: string
      /** The fund is one of ours: its page shows what there is. */
      hasPage: boolean
      previous: StockResult | null
    }

/** A quiet search keeps its failures for the console and leaves the focus where it is. */
export type SearchManner = 'aloud' | 'quiet'

export type StockSearchAction =
  | { type: 'started'; attempt: number; symbol: string; how: SearchManner }
  | { type: 'found'; attempt: number; stock: StockResult }
  | { type: 'failed'; attempt: number; message: string; hasPage: boolean }
  | { type: 'restoring' }
  | { type: 'restored'; stock: StockResult | null }

export function stockSearchReducer(state: StockSearch, action: StockSearchAction): StockSearch {
  switch (action.type) {
    case 'started':
      return {
        status: 'loading',
        attempt: action.attempt,
        symbol: action.symbol,
        how: action.how,
        previous: shownStock(state)
      }
    case 'found':
      return isAwaited(state, action.attempt)
        ? { status: 'success', stock: action.stock, how: state.how }
        : state
    case 'failed':
      if (!isAwaited(state, action.attempt)) return state
      return {
        status: 'error',
        symbol: state.symbol,
        message: action.message,
        hasPage: action.hasPage,
        previous: state.previous
      }
    case 'restoring':
      return state.status === 'idle' ? { status: 'restoring' } : state
    case 'restored':
      if (state.status !== 'restoring') return state
      return action.stock === null
        ? { status: 'idle' }
        : { status: 'success', stock: action.stock, how: null }
  }
}

/** The result on screen: the newest good one, also while a search runs or after one failed. */
export function shownStock(state: StockSearch): StockResult | null {
  switch (state.status) {
    case 'idle':
    case 'restoring':
      return null
    case 'success':
      return state.stock
    case 'loading':
    case 'error':
      return state.previous
  }
}

/** Whether the answer to this attempt is still wanted. */
export function isAwaited(
  state: StockSearch,
  attempt: number
): state is Extract<StockSearch, { status: 'loading' }> {
  return state.status === 'loading' && state.attempt === attempt
}
