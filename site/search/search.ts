import { atom, onMount } from 'nanostores'
import { call } from '../lib/call.ts'
import type { CallFailure } from '../lib/call-endpoint.ts'
import { logFailure } from '../lib/log.ts'
import { offlineSentence } from '../lib/offline.ts'
import { registerRefetch } from '../lib/query.ts'
import { isRecordOf, readStored, storageKeys, writeStored } from '../lib/storage.ts'
import { isSymbol, searchTextFrom } from '../lib/symbol-from.ts'
import { dismissToast, failureTexts, showToast, type Toast } from '../ui/toast.ts'
import {
  isAwaited,
  type SearchMode,
  type StockSearch,
  type StockSearchAction,
  shownStock,
  stockSearchReducer
} from './search-state.ts'
import { clearSearchEvent, hasStoredResult, saveResult, saveSessionCopy } from './stored-result.ts'

/** The home page's search. Clear it with clearSearch() of stored-result.ts. */
export const $stockSearch = atom<StockSearch>({ status: 'idle' })

/** A restored result older than this is searched again, quietly. */
const staleAfterMs = 24 * 3_600_000

type SearchFailure = Pick<Toast, 'title' | 'message' | 'detail'>

let attempts = 0
let running: AbortController | null = null
let failureToast = 0

/** Searches for a symbol and shows the result, or why there is none. */
export async function runSearch(symbol: string, mode: SearchMode = 'announced'): Promise<void> {
  const refusal = checkRequest(symbol)
  if (refusal !== null) return report(refusal, mode)

  attempts += 1
  const attempt = attempts
  running?.abort()
  running = new AbortController()
  dispatch({ type: 'started', attempt, symbol, mode })
  const result = await call('POST /api/stock/search', { symbol }, { signal: running.signal })
  if (!isAwaited($stockSearch.get(), attempt)) return

  if (result.ok) {
    saveResult(result.value, Date.now())
    dismissToast(failureToast)
    dispatch({ type: 'found', attempt, stock: result.value })
    return
  }
  const failure = toSearchFailure(result)
  // A supported fund without an estimate: the reason stays on the page, with a link to the fund's page.
  const hasPage = result.code === 'no-estimate' && mode === 'announced'
  dispatch({ type: 'failed', attempt, message: failure.message, hasPage })
  if (hasPage) dismissToast(failureToast)
  else report(failure, mode)
}

/** Counts the search if it may be sent; otherwise returns the reason. */
function checkRequest(symbol: string): SearchFailure | null {
  if (!isSymbol(symbol)) {
    return {
      title: 'Invalid Format',
      message: 'Symbol must contain 1-5 letters only (no numbers, spaces, or special characters).'
    }
  }
  const message = navigator.onLine ? countSearch(Date.now()) : offlineSentence
  return message === null ? null : { title: 'Error', message }
}

function toSearchFailure({ from, status, message }: CallFailure): SearchFailure {
  if (from === 'page')
    return { title: 'Error', ...failureTexts({ from, message }, 'Failed to fetch stock data') }
  const [title = '', ...rest] = message.split(': ')
  // This is the only server message that begins with a title.
  if (status === 404 && title === 'Unsupported ETF') return { title, message: rest.join(': ') }
  return { title: 'Error', message }
}

function report(failure: SearchFailure, mode: SearchMode): void {
  if (mode === 'announced') failureToast = showToast({ kind: 'error', ...failure })
  else logFailure('Search failed', failure.detail ?? failure.message)
}

function dispatch(action: StockSearchAction): void {
  $stockSearch.set(stockSearchReducer($stockSearch.get(), action))
}

registerRefetch(async () => {
  const stock = shownStock($stockSearch.get())
  if (stock !== null) await runSearch(stock.symbol, 'quiet')
})

if (typeof window !== 'undefined') {
  window.addEventListener(clearSearchEvent, () => {
    running?.abort()
    $stockSearch.set({ status: 'idle' })
  })
}

onMount($stockSearch, () => {
  if (typeof window === 'undefined') return
  const saveCopy = () => {
    const stock = shownStock($stockSearch.value)
    // Storage that was emptied while the result was on screen stays empty.
    if (stock !== null && hasStoredResult()) saveSessionCopy(stock, Date.now())
  }
  // Nanostores unmounts a second late, when the window may be gone.
  const listening = new AbortController()
  window.addEventListener('pagehide', saveCopy, { signal: listening.signal })

  if (hasStoredResult()) dispatch({ type: 'restoring' })
  // Deferred, because this runs while the first component renders.
  queueMicrotask(openPage)
  return () => listening.abort()
})

/** Restores the stored result, then searches for the symbol in the URL, or quietly refreshes a stale result. */
async function openPage(): Promise<void> {
  const symbol = takeSymbolFromAddress()
  const restored = hasStoredResult() ? await restore() : null
  if (symbol !== '') await runSearch(symbol)
  else if (restored !== null && Date.now() - restored.searchedAt > staleAfterMs)
    await runSearch(restored.stock.symbol, 'quiet')
}

/** Shows the stored result; null if there is none, or if the visitor searched or cleared first. */
async function restore() {
  // Checking a stored result needs the schema library, which other pages don't load.
  const load = await import('./restore-result.ts').catch(() => null)
  const restored = load?.restoreResult(Date.now()) ?? null
  const isAwaited = $stockSearch.get().status === 'restoring'
  dispatch({ type: 'restored', stock: restored?.stock ?? null })
  return isAwaited ? restored : null
}

/** ?symbol=MSTY or ?q=MSTY; removed from the URL, so that a reload does not search again. */
function takeSymbolFromAddress(): string {
  const address = new URL(window.location.href)
  const symbol = address.searchParams.get('symbol') ?? address.searchParams.get('q')
  if (symbol === null) return ''
  address.searchParams.delete('symbol')
  address.searchParams.delete('q')
  window.history.replaceState(window.history.state, '', address)
  return searchTextFrom(symbol).trim()
}

/** How often one browser may search; the server has limits of its own. */
export const minGapMs = 1000
export const maxPerHour = 50
const hourMs = 3_600_000

export const tooSoon = 'Please wait before making another request'
export const tooMany = 'Too many requests. Please try again later.'

/** Instants in epoch milliseconds; `count` searches since `hourStartedAt`. */
export type SearchLimits = { count: number; hourStartedAt: number; lastAt: number }

/** Counts a search that starts now, or returns the message to show because it may not. */
export function countSearch(now: number): string | null {
  const next = takeSearch(readStored('localStorage', storageKeys.searchLimits, toLimits), now)
  if (typeof next === 'string') return next
  writeStored('localStorage', storageKeys.searchLimits, next)
  return null
}

/** The counters after a search that starts now, or the message to show because it may not. */
export function takeSearch(limits: SearchLimits | null, now: number): SearchLimits | string {
  // A clock that was set back must not lock the visitor out: counters with a future time are reset.
  const known = limits !== null && limits.lastAt <= now ? limits : { count: 0, hourStartedAt: now, lastAt: 0 }
  if (now - known.lastAt < minGapMs) return tooSoon
  const isNewHour = now - known.hourStartedAt >= hourMs
  const count = isNewHour ? 0 : known.count
  if (count >= maxPerHour) return tooMany
  return { count: count + 1, hourStartedAt: isNewHour ? now : known.hourStartedAt, lastAt: now }
}

function toLimits(stored: unknown): SearchLimits | undefined {
  if (!isRecordOf(stored, (value) => typeof value === 'number')) return undefined
  const { count, hourStartedAt, lastAt } = stored
  if (count === undefined || hourStartedAt === undefined || lastAt === undefined) return undefined
  return { count, hourStartedAt, lastAt }
}
