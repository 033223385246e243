import { atom } from 'nanostores'
import { clearSearchEvent } from '../lib/storage-keys.ts'
import type { StockSearch } from './search-state.ts'
import { forgetResult } from './stored-result.ts'

const idleSearch: StockSearch = { status: 'idle' }

/** The one search of the home page. Every page carries this file, because the menu clears the search. */
export const $stockSearch = atom<StockSearch>(idleSearch)

let clearing = new AbortController()

/** Aborted by the next clearSearch(). */
export function untilCleared(): AbortSignal {
  return clearing.signal
}

/**
 * An empty search: no result, nothing kept of one, and an answer still on its way is dropped. The event says that
 * it happened; the symbol field hears it.
 */
export function clearSearch(): void {
  clearing.abort()
  clearing = new AbortController()
  forgetResult()
  $stockSearch.set(idleSearch)
  window.dispatchEvent(new Event(clearSearchEvent))
}
