import { searchTextFrom } from '../lib/symbol-from.ts'
import { dispatchSearch } from './dispatch-search.ts'
import type { StoredResult } from './restore-result.ts'
import type { SearchManner } from './search-state.ts'
import { $stockSearch } from './search-store.ts'
import { hasStoredResult } from './stored-result.ts'

/** A restored result older than this is asked for again, quietly. */
const staleAfterMs = 24 * 3_600_000

type LoadRestore = () => Promise<{ restoreResult: (now: number) => StoredResult | null } | null>

/**
 * Shows what is kept of the last search, and answers which search the page opens with: that of the address, else
 * the kept one again when it is old.
 */
export async function openingSearch(
  loadRestore: LoadRestore
): Promise<{ symbol: string; how: SearchManner } | null> {
  const symbol = takeSymbolFromAddress()
  const stored = hasStoredResult() ? await restore(loadRestore) : null
  if (symbol !== '') return { symbol, how: 'aloud' }
  if (stored === null || Date.now() - stored.searchedAt <= staleAfterMs) return null
  return { symbol: stored.stock.symbol, how: 'quiet' }
}

/** Null also when something else came between: a search, or a clean start. */
async function restore(loadRestore: LoadRestore): Promise<StoredResult | null> {
  const calls = await loadRestore()
  const stored = calls?.restoreResult(Date.now()) ?? null
  const isAwaited = $stockSearch.get().status === 'restoring'
  dispatchSearch({ type: 'restored', stock: stored?.stock ?? null })
  return isAwaited ? stored : null
}

/** ?symbol=MSTY or ?q=MSTY; taken out of the address so that a reload does not search again. */
function takeSymbolFromAddress(): string {
  const address = new URL(window.location.href)
  const symbol = address.searchParams.get('symbol') ?? address.searchParams.get('q')
  if (symbol === null) return ''
  address.searchParams.delete('symbol')
  address.searchParams.delete('q')
  window.history.replaceState(window.history.state, '', address)
  return searchTextFrom(symbol).trim()
}
