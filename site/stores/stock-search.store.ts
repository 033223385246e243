import { atom, onMount } from 'nanostores'
import type { CallResult } from '../lib/call.ts'
import { logFailure } from '../lib/log.ts'
import { clearSearchEvent } from '../lib/storage-keys.ts'
import { symbolFrom } from '../lib/symbol-from.ts'
import { registerQuery } from './queries.ts'
import type { StoredStock } from './restore-stock.ts'
import {
  idleSearch,
  type StockSearch,
  type StockSearchAction,
  shownStock,
  stockSearchReducer
} from './stock-search.ts'
import { forgetStock, hasStoredStock, keepSessionCopy, keepStock } from './stored-stock.ts'
import { showToast } from './toast.ts'

/** A restored result older than this is asked for again, quietly. */
const staleAfterMs = 24 * 3_600_000

const offline = 'You appear to be offline. Please check your internet connection and try again.'
const unloaded = 'Failed to fetch stock data. Please check your connection and try again.'
const wrongFormat = 'Symbol must contain 1-5 letters only (no numbers, spaces, or special characters).'

export const $stockSearch = atom<StockSearch>(idleSearch)

/** The part of the search that pages without one do without; null when it cannot be fetched. */
const loadCalls = () => import('./stock-search.calls.ts').catch(() => null)

/** Called when a visitor turns to the search: by the time a symbol is typed, nothing is left to load. */
export function warmUpSearch(): void {
  void loadCalls()
}

let attempts = 0
let clearings = 0
let running: AbortController | null = null

/** Searches and shows what comes of it; a quiet search keeps its failures for the console. */
export async function searchStock(symbol: string, how: 'aloud' | 'quiet' = 'aloud'): Promise<void> {
  const refusal = refusalBeforeCall(symbol)
  if (refusal !== null) return tell(refusal.title, refusal.message, how)
  const askedAt = Date.now()
  const clearingsBefore = clearings
  const calls = await loadCalls()
  if (clearings !== clearingsBefore) return
  if (calls === null) return tell('Error', unloaded, how)
  const tooOften = calls.refusalByLimits(askedAt)
  if (tooOften !== null) return tell('Error', tooOften, how)

  attempts += 1
  const attempt = attempts
  running?.abort()
  running = new AbortController()
  dispatch({ type: 'started', attempt, symbol })
  const result = await calls.fetchStock(symbol, running.signal)
  if (attempt !== attempts) return

  if (result.ok) {
    keepStock(result.value, Date.now())
    dispatch({ type: 'found', attempt, stock: result.value })
    return
  }
  const failure = failureOf(result)
  dispatch({ type: 'failed', attempt, message: failure.message })
  tell(failure.title, failure.message, how)
}

/** An empty search: no result, no stored values; an answer still on its way is dropped. */
function clearSearch(): void {
  clearings += 1
  attempts += 1
  running?.abort()
  running = null
  forgetStock()
  dispatch({ type: 'cleared' })
}

function dispatch(action: StockSearchAction): void {
  $stockSearch.set(stockSearchReducer($stockSearch.get(), action))
}

type Failure = { title: string; message: string }

function refusalBeforeCall(symbol: string): Failure | null {
  if (symbolFrom(symbol) !== symbol || symbol === '') return { title: 'Invalid Format', message: wrongFormat }
  if (!navigator.onLine) return { title: 'Error', message: offline }
  return null
}

function failureOf(result: Extract<CallResult<never>, { ok: false }>): Failure {
  if (result.told === 'by-us')
    return { title: 'Error', message: `Failed to fetch stock data. ${result.message}` }
  const [title = '', ...rest] = result.message.split(': ')
  // The server opens this one sentence with its own title.
  if (result.status === 404 && title === 'Unsupported ETF') return { title, message: rest.join(': ') }
  return { title: 'Error', message: result.message }
}

function tell(title: string, message: string, how: 'aloud' | 'quiet'): void {
  if (how === 'aloud') showToast({ kind: 'error', title, message })
  else logFailure('Search failed', message)
}

registerQuery(async () => {
  const stock = shownStock($stockSearch.get())
  if (stock !== null) await searchStock(stock.symbol, 'quiet')
})

onMount($stockSearch, () => {
  if (typeof window === 'undefined') return
  const saveCopy = () => {
    const stock = shownStock($stockSearch.value)
    if (stock !== null) keepSessionCopy(stock, Date.now())
  }
  // Nanostores unmounts a moment later, when the window may be gone.
  const listening = new AbortController()
  window.addEventListener(clearSearchEvent, clearSearch, { signal: listening.signal })
  window.addEventListener('pagehide', saveCopy, { signal: listening.signal })

  if (hasStoredStock()) dispatch({ type: 'restoring' })
  // Not at once: this runs while the first component renders.
  queueMicrotask(() => void open())

  return () => listening.abort()
})

/** The symbol in the address is searched for; without one, an old result is asked for again. */
async function open(): Promise<void> {
  const asked = takeSymbolFromAddress()
  const stored = hasStoredStock() ? await restore() : null
  if (asked !== '') await searchStock(asked)
  else if (stored !== null && Date.now() - stored.searchedAt > staleAfterMs) {
    await searchStock(stored.stock.symbol, 'quiet')
  }
}

/** Null also when something else came between: a search, or a wish for a clean start. */
async function restore(): Promise<StoredStock | null> {
  const calls = await loadCalls()
  const stored = calls?.restoreStock(Date.now()) ?? null
  const isAwaited = $stockSearch.get().status === 'restoring'
  dispatch({ type: 'restored', stock: stored?.stock ?? null })
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
  return symbolFrom(symbol)
}
