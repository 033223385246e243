import { onMount } from 'nanostores'
import { logFailure } from '../lib/log.ts'
import { registerRefetch } from '../lib/query.ts'
import { dismissToast, showToast } from '../ui/toast.ts'
import { dispatchSearch } from './dispatch-search.ts'
import { openingSearch } from './opening-search.ts'
import { failureOf, type SearchFailure, unloaded, unsendable } from './search-failures.ts'
import { isAwaited, type SearchManner, shownStock } from './search-state.ts'
import { $stockSearch, untilCleared } from './search-store.ts'
import { hasStoredResult, keepResult, keepSessionCopy } from './stored-result.ts'

// What islands use of the search is in this file; only the menu, which stands on every page, goes to the store alone.
export { $stockSearch, clearSearch } from './search-store.ts'

/** The part of the search that pages without one do without; null when it cannot be fetched. */
const loadCalls = () => import('./search-calls.ts').catch(() => null)

/** Called when a visitor turns to the search: by the time a symbol is typed, nothing is left to load. */
export function warmUpSearch(): void {
  void loadCalls()
}

let attempts = 0
let running: AbortController | null = null
/** The toast of the newest refusal. */
let refusalToast = 0

/** Searches and shows what comes of it. */
export async function searchStock(symbol: string, how: SearchManner = 'aloud'): Promise<void> {
  const cleared = untilCleared()
  const refusal = unsendable(symbol)
  if (refusal !== null) return report(refusal, how)
  const askedAt = Date.now()
  const calls = await loadCalls()
  if (cleared.aborted) return
  if (calls === null) return report(unloaded, how)
  const tooOften = calls.refusalByLimits(askedAt)
  if (tooOften !== null) return report({ title: 'Error', message: tooOften }, how)

  attempts += 1
  const attempt = attempts
  running?.abort()
  running = new AbortController()
  dispatchSearch({ type: 'started', attempt, symbol, how })
  const result = await calls.fetchStock(symbol, AbortSignal.any([running.signal, cleared]))
  if (!isAwaited($stockSearch.get(), attempt)) return

  if (result.ok) {
    keepResult(result.value, Date.now())
    dismissToast(refusalToast)
    dispatchSearch({ type: 'found', attempt, stock: result.value })
    return
  }
  const failure = failureOf(result)
  const hasPage = result.code === 'no-estimate' && how === 'aloud'
  dispatchSearch({ type: 'failed', attempt, message: failure.message, hasPage })
  // What is said of a fund of ours stays on the page, with the way to its own.
  if (hasPage) dismissToast(refusalToast)
  else report(failure, how)
}

function report({ title, message }: SearchFailure, how: SearchManner): void {
  if (how === 'aloud') refusalToast = showToast({ kind: 'error', title, message })
  else logFailure('Search failed', message)
}

registerRefetch(async () => {
  const stock = shownStock($stockSearch.get())
  if (stock !== null) await searchStock(stock.symbol, 'quiet')
})

onMount($stockSearch, () => {
  if (typeof window === 'undefined') return
  const saveCopy = () => {
    const stock = shownStock($stockSearch.value)
    // Storage that was emptied while the result was shown is to stay empty.
    if (stock !== null && hasStoredResult()) keepSessionCopy(stock, Date.now())
  }
  // Nanostores unmounts a moment later, when the window may be gone.
  const listening = new AbortController()
  window.addEventListener('pagehide', saveCopy, { signal: listening.signal })

  if (hasStoredResult()) dispatchSearch({ type: 'restoring' })
  // Not at once: this runs while the first component renders.
  queueMicrotask(async () => {
    const opening = await openingSearch(loadCalls)
    if (opening !== null) await searchStock(opening.symbol, opening.how)
  })

  return () => listening.abort()
})
